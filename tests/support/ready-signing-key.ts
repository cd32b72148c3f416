import type { KeyObject } from 'node:crypto';
import { makeSigningKey } from '#core/domains/domain-keys.ts';

/** Enough that the domains of a few programs have each their own. */
const count = 6;
const ready: Promise<KeyObject>[] = [];
let given = 0;

/** A key made before, one after the other: a new one takes 50 ms of a core and more, and each core of a test has two. */
export function readySigningKey(): Promise<KeyObject> {
  const place = given % count;
  given += 1;
  return (ready[place] ??= makeSigningKey());
}
