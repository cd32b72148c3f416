import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What an account's sealed Google id is bound to (`users.google_id_sealed`). */
export function userGoogleContext(userId: string): SealContext {
  return { field: 'users.google_id', rowId: userId };
}

/** Look-up hash of an account's Google id, the `sub` claim. */
export function userGoogleHash(keys: KeyRing, subject: string): Buffer {
  return keys.lookupHash('google_id', subject);
}
