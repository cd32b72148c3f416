import { createHash } from 'node:crypto';
import type { Random } from '#platform/random.ts';

const tokenBytes = 32;
/** 32 octets in base64url. */
const encodedToken = /^[\w-]{43}$/;

function hashOctets(octets: Buffer): Buffer {
  return createHash('sha256').update(octets).digest();
}

/** A new secret for a cookie or a link: `token` for its holder, `hash` (SHA-256) for the database. */
export function makeSecretToken(random: Random): { token: string; hash: Buffer } {
  const octets = random.bytes(tokenBytes);
  return { token: octets.toString('base64url'), hash: hashOctets(octets) };
}

/** The hash of a token somebody presents; null when it cannot be one of ours. */
export function hashSecretToken(token: string): Buffer | null {
  return encodedToken.test(token) ? hashOctets(Buffer.from(token, 'base64url')) : null;
}
