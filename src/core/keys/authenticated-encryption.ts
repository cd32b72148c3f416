import { createCipheriv, createDecipheriv, type KeyObject, timingSafeEqual } from 'node:crypto';

const nonceOctets = 12;
const tagOctets = 16;

/** AES-256-GCM (NIST SP 800-38D): nonce (12 octets, random), ciphertext, tag (16). */
export function encrypt(key: KeyObject, nonce: Buffer, associated: Buffer, plaintext: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagOctets });
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Opens what `encrypt` made.
 * @throws Error when an octet of it or of `associated` differs, or the key is another.
 */
export function decrypt(key: KeyObject, associated: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < nonceOctets + tagOctets) throw new Error('sealed octets are too short');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceOctets), { authTagLength: tagOctets });
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(-tagOctets));
  return Buffer.concat([decipher.update(sealed.subarray(nonceOctets, -tagOctets)), decipher.final()]);
}

/** Joins parts so that no two lists of parts give the same octets: each after its length (4 octets, big endian). */
export function joinParts(parts: readonly (string | Buffer)[]): Buffer {
  const joined = Buffer.allocUnsafe(parts.reduce((octets, part) => octets + 4 + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    const start = at + 4;
    const octets = typeof part === 'string' ? joined.write(part, start) : part.copy(joined, start);
    joined.writeUInt32BE(octets, at);
    at = start + octets;
  }
  return joined;
}

/** Octets of the MAC over the plaintext that are kept: what the cipher begins with, and the proof of who made it. */
export const syntheticOctets = 10;

const blockOctets = 16;

/** AES-256-CTR, its counter begun with these octets: two that differ never meet. */
function crypt(key: KeyObject, synthetic: Buffer, octets: Buffer): Buffer {
  const counter = Buffer.alloc(blockOctets);
  synthetic.copy(counter);
  return createCipheriv('aes-256-ctr', key, counter).update(octets);
}

/**
 * Encryption in which nonce and tag are one: 10 octets of a MAC over the plaintext, then the ciphertext. The same plaintext always
 * gives the same octets. `key` serves for nothing else, and `mac` is under another key.
 */
export function encryptSynthetic(key: KeyObject, mac: Buffer, plaintext: Buffer): Buffer {
  const synthetic = mac.subarray(0, syntheticOctets);
  return Buffer.concat([synthetic, crypt(key, synthetic, plaintext)]);
}

/** Opens what `encryptSynthetic` made with this key and MAC; null when an octet differs. */
export function decryptSynthetic(key: KeyObject, mac: (plaintext: Buffer) => Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < syntheticOctets) return null;
  const synthetic = sealed.subarray(0, syntheticOctets);
  const plaintext = crypt(key, synthetic, sealed.subarray(syntheticOctets));
  return timingSafeEqual(synthetic, mac(plaintext).subarray(0, syntheticOctets)) ? plaintext : null;
}
