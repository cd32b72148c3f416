import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What an account's sealed wallet address is bound to (`users.wallet_address_sealed`). */
export function userWalletContext(userId: string): SealContext {
  return { field: 'users.wallet_address', rowId: userId };
}

/** Look-up hash of an account's wallet. Takes the address in base58. */
export function userWalletHash(keys: KeyRing, address: string): Buffer {
  return keys.lookupHash('wallet_address', address);
}
