import { base32nopad } from '@scure/base';

const lowerCase = /^[a-z2-7]*$/;

/** Octets as base32 in lower case without padding (RFC 4648 §6): safe in local parts, which may be case-folded. */
export function encodeBase32(octets: Buffer): string {
  return base32nopad.encode(octets).toLowerCase();
}

/** The octets of a base32 text in lower case; null for other characters, lengths or unused bits that are not zero. */
export function decodeBase32(text: string): Buffer | null {
  if (!lowerCase.test(text)) return null;
  try {
    return Buffer.from(base32nopad.decode(text.toUpperCase()));
  } catch {
    return null;
  }
}
