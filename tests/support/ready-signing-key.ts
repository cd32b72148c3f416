import type { KeyObject } from 'node:crypto';
import { rsaKey } from '#support/rsa-keys.ts';

/** Enough that the domains of a few programs have each their own. */
const count = 6;
let given = 0;

/** A key made before: a new one takes 50 ms of a core and more, and each core of a test has two. */
export async function readySigningKey(): Promise<KeyObject> {
  given += 1;
  return rsaKey(given % count);
}
