import { createHash } from 'node:crypto';

/** Of an X25519 public key (RFC 7748 §5). */
const keyOctets = 32;
const checkOctets = 4;

function check(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, checkOctets);
}

/** Key and checksum in base64url, 48 characters: a slip of the hand would seal backups to nobody. `key`: 32 octets. */
export function formatBackupPublicKey(key: Buffer): string {
  return Buffer.concat([key, check(key)]).toString('base64url');
}

/** The 32 octets of the key; null for what `formatBackupPublicKey` did not write. */
export function parseBackupPublicKey(text: string): Buffer | null {
  if (!/^[\w-]{48}$/u.test(text)) return null;
  const octets = Buffer.from(text, 'base64url');
  const key = octets.subarray(0, keyOctets);
  return octets.subarray(keyOctets).equals(check(key)) ? key : null;
}
