import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { encodeBase32 } from '#mail/recipient/base32.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import type { Random } from '#platform/random.ts';

/** 130 bits: nobody guesses a token, and two correspondents never share one. */
const tokenLength = 26;
const nonceBytes = 12;
const tagBytes = 16;

/** Who writes to which alias of whom. */
export interface Correspondence {
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly aliasAddress: string;
  /** An address as `parseAddress` gives it. */
  readonly correspondent: string;
}

/**
 * The token of a correspondent's reverse address: base32 of HMAC-SHA-256(user id, alias address, correspondent), cut to
 * 26 characters. The same correspondent always gets the same token, also after the alias was deleted and taken again.
 *
 * It is made under the newest `reverse` key. Changing SECRET_KEY only re-seals that key and changes no token. A new key
 * version, called for only when the key itself leaked, gives correspondents new addresses from then on; the old ones go
 * on working, because rows are found by the hash of the token and no key.
 */
export function reverseToken(keys: KeyRing, { userId, aliasAddress, correspondent }: Correspondence): string {
  const { mac } = keys.mac('reverse', [userId, aliasAddress, normalizeAddress(correspondent)]);
  return encodeBase32(mac).slice(0, tokenLength);
}

/** The address a token stands in. */
export function reverseAddress(token: string, domain: string): string {
  return `reply=${token}@${domain}`;
}

/** What the row of a contact is found by: SHA-256, 32 octets. The token itself is stored nowhere. */
export function reverseTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function contactKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'kauke contact', 32));
}

/**
 * Seals a correspondent's address so that only who knows the token can open it: AES-256-GCM under HKDF-SHA-256(token).
 * Form: nonce (12 octets), ciphertext, tag (16).
 */
export function sealCorrespondent(token: string, random: Random, correspondent: string): Buffer {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', contactKey(token), nonce);
  return Buffer.concat([nonce, cipher.update(correspondent), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what `sealCorrespondent` sealed.
 * @throws Error when the octets were altered or belong to another token.
 */
export function openCorrespondent(token: string, sealed: Buffer): string {
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', contactKey(token), sealed.subarray(0, nonceBytes), options);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const opened = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([opened, decipher.final()]).toString();
}
