import { hash } from 'node:crypto';

/**
 * SHA-256 of a short text (as UTF-8) or octets, 32 octets. In one call and by way of a string, which takes a fifth of the time that an
 * object for it takes, or a Buffer that native code makes.
 */
export function sha256(data: string | Buffer): Buffer {
  return Buffer.from(hash('sha256', data, 'hex'), 'hex');
}

const blockOctets = 64;

/** Key and pad of RFC 2104 §2, in memory of their own. */
function padded(key: Buffer, octet: number): Buffer {
  const block = Buffer.alloc(blockOctets, octet);
  for (const [index, each] of key.entries()) block[index] = each ^ octet;
  return block;
}

/**
 * HMAC-SHA-256 (RFC 2104) under one key of at most 64 octets. Two plain hashes: a message needs some seven MACs, and an object
 * for each takes three times as long.
 */
export function createHmacSha256(key: Buffer): (data: Buffer) => Buffer {
  if (key.length > blockOctets) throw new RangeError('the key is too long');
  const inner = padded(key, 0x36);
  const outer = padded(key, 0x5c);
  return (data) => sha256(Buffer.concat([outer, sha256(Buffer.concat([inner, data]))]));
}
