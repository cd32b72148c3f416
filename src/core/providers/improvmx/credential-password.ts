import type { SealContext } from '#core/keys/key-ring.ts';

/** What a password that the provider is still to be told is bound to (`provider_changes.password_sealed`). */
export function credentialPasswordContext(address: string): SealContext {
  return {
    field: 'provider_changes.password',
    rowId: address,
  };
}
