import { hash } from 'node:crypto';

/**
 * SHA-256 of a short text (as UTF-8) or octets, 32 octets. In one call and by way of a string, which takes a fifth of the time that an
 * object for it takes, or a Buffer that native code makes.
 */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'hex'), 'hex');
}
