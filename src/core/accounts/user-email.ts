import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What an account's sealed email is bound to (`users.email_sealed`). */
export function userEmailContext(userId: string): SealContext {
  return { field: 'users.email', rowId: userId };
}

/** Look-up hash of an account's email. Takes the normalised address. */
export function userEmailHash(keys: KeyRing, normalised: string): Buffer {
  return keys.lookupHash('email', normalised);
}
