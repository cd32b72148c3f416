import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What an account's sealed wallet address is bound to (`users.wallet_address_sealed`). */
export const userWalletContext = (userId: string): SealContext => ({ field: 'users.wallet_address', rowId: userId });

/** Look-up hash of an account's wallet. Takes the address in base58. */
export const userWalletHash = (keys: KeyRing, address: string): Buffer => keys.lookupHash('wallet_address', address);
