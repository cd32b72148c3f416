import { createHash } from 'node:crypto';
import type { Random } from '#platform/random.ts';

/** 144 bits, 24 characters in base64url: nobody guesses it, so a fast hash is enough. */
const passwordBytes = 18;

/** SHA-256, as stored. */
export function hashPassword(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}

/** A new random password of an SMTP credential. */
export function makePassword(random: Random): string {
  return random.bytes(passwordBytes).toString('base64url');
}
