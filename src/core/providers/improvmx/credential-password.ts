import type { SealContext } from '#core/keys/key-ring.ts';

/** What a password that the provider is still to be told is bound to (`provider_changes.password_sealed`). */
export const credentialPasswordContext = (address: string): SealContext => ({
  field: 'provider_changes.password',
  rowId: address,
});
