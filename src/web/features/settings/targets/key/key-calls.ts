import { useMutation } from '@tanstack/react-query';
import type { AccountTarget, SetTargetKey } from '#contract/targets.ts';
import { showChangedTarget } from '#web/features/settings/targets/targets.ts';
import { request } from '#web/lib/request.ts';

/** Reads a key, and with `dryRun` does no more. */
export function useSetKey({ id }: Pick<AccountTarget, 'id'>) {
  return useMutation({
    mutationFn: (payload: SetTargetKey) => request('PUT /api/targets/{id}/key', { params: { id }, payload }),
    onSuccess: ({ target }, _payload, _result, { client }) => showChangedTarget(client, target),
  });
}

export function useRemoveKey({ id }: Pick<AccountTarget, 'id'>) {
  return useMutation({
    mutationFn: () => request('DELETE /api/targets/{id}/key', { params: { id } }),
    onSuccess: ({ target }, _nothing, _result, { client }) => showChangedTarget(client, target),
  });
}

/** What somebody pasted: a certificate says so, all else is read as a key. */
export function keyInput(text: string): SetTargetKey {
  return /BEGIN (?:TRUSTED |X509 )?CERTIFICATE|BEGIN PKCS/.test(text) ? { certificate: text } : { publicKey: text };
}

const derSequence = 0x30;

/** The same of a file, which may hold octets: DER begins with a sequence, and no OpenPGP packet does. */
export function keyFileInput(octets: Uint8Array): SetTargetKey {
  const text = new TextDecoder().decode(octets);
  if (text.includes('-----')) return keyInput(text);
  const base64 = btoa(Array.from(octets, (octet) => String.fromCodePoint(octet)).join(''));
  return octets[0] === derSequence ? { certificate: base64 } : { publicKey: base64 };
}
