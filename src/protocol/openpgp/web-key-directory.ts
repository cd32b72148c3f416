import { createHash } from 'node:crypto';
import { splitAddress } from '#protocol/message/address.ts';
import type { GuardedFetch } from '#protocol/net/guarded-fetch.ts';
import { firstPacket } from '#protocol/openpgp/read-key.ts';

const zBase32 = 'ybndrfg8ejkmcpqxot1uwisza345h769';
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** How a key directory names a mailbox: SHA-1 of the local part in lower case, in z-base-32 (draft-koch-openpgp-webkey-service, section 3.1). */
export function hashLocalPart(local: string): string {
  const digest = createHash('sha1')
    .update(local.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()))
    .digest();
  let bits = 0;
  let value = 0;
  let text = '';
  for (const octet of digest) {
    value = (value << 8) | octet;
    for (bits += 8; bits >= 5; bits -= 5) text += zBase32[(value >>> (bits - 5)) & 31] ?? '';
    value &= (1 << bits) - 1;
  }
  return text;
}

/** Where the key of an address may lie: by the advanced method, then by the direct one. */
export function keyDirectoryUrls(address: string): readonly [advanced: URL, direct: URL] {
  const { local, domain } = splitAddress(address);
  const name = domain.toLowerCase();
  const at = `hu/${hashLocalPart(local)}?l=${encodeURIComponent(local)}`;
  return [
    new URL(`https://openpgpkey.${name}/.well-known/openpgpkey/${name}/${at}`),
    new URL(`https://${name}/.well-known/openpgpkey/${at}`),
  ];
}

/** What a directory says. `none`: it has no key for the address, or there is no directory. `failed`: it could not be asked. */
export type FoundInDirectory =
  | { readonly kind: 'found'; readonly octets: Buffer }
  | { readonly kind: 'none' | 'failed' };

/** Worth another try later: too many asked, or the server is in trouble. What else is no key is an answer: there is none. */
function isTrouble(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/**
 * A key, public or secret by mistake, comes first in its packets (RFC 9580 §4.2, §10.1); some directories send armour. Web sites answer
 * each path with a page, which may begin with a byte order mark.
 */
function looksLikeKey(octets: Buffer): boolean {
  return [5, 6].includes(firstPacket(octets) ?? 0) || octets.includes('-----BEGIN PGP');
}

/**
 * Asks the web key directory of an address's domain. The direct method counts only where the host of the advanced one does not
 * exist: whoever may put files on the domain's web site must not answer for its mail. Never rejects.
 */
export async function findInKeyDirectory(
  fetch: GuardedFetch,
  address: string,
  signal: AbortSignal,
): Promise<FoundInDirectory> {
  for (const url of keyDirectoryUrls(address)) {
    const headers = { Accept: 'application/octet-stream' };
    const result = await fetch({ method: 'GET', url, headers, body: null, timeoutMs, maxBytes, signal });
    if (result.kind === 'answer') {
      const { status, body, complete } = result;
      if (status === 200 && looksLikeKey(body)) return complete ? { kind: 'found', octets: body } : { kind: 'failed' };
      return { kind: isTrouble(status) ? 'failed' : 'none' };
    }
    if (result.fault !== 'no-name') return { kind: 'failed' };
  }
  return { kind: 'none' };
}
