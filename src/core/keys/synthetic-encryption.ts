import { createCipheriv, timingSafeEqual, type KeyObject } from 'node:crypto';

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
