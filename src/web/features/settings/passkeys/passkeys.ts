import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Passkey } from '#contract/account/passkeys.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

export const passkeysQuery = queryOptions({
  queryKey: [ownKey, 'passkeys'],
  queryFn: ({ signal }) => request('GET /api/account/passkeys', { signal }),
});

export function usePasskeys() {
  return useQuery(passkeysQuery);
}

/** Asks first who is there: nobody likes to make a passkey that is then refused. */
export async function addPasskey(name: string) {
  const { creation } = await requestConfirmed('POST /api/account/passkeys/options');
  // Loaded only by those who have passkeys.
  const { makePasskey } = await import('#web/lib/passkeys/ceremonies.ts');
  const credential = await makePasskey(creation);
  return requestConfirmed('POST /api/account/passkeys', { payload: { credential, name } });
}

export function renamePasskey({ id }: Passkey, name: string) {
  return request('PATCH /api/account/passkeys/{id}', { params: { id }, payload: { name } });
}

export function removePasskey(id: string) {
  return requestConfirmed('DELETE /api/account/passkeys/{id}', { params: { id } });
}
