import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What an account's sealed email is bound to (`users.email_sealed`). */
export const userEmailContext = (userId: string): SealContext => ({ field: 'users.email', rowId: userId });

/** Look-up hash of an account's email. Takes the normalised address. */
export const userEmailHash = (keys: KeyRing, normalised: string): Buffer => keys.lookupHash('email', normalised);
