import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What a target's sealed address is bound to (`targets.value_sealed`). */
export const targetValueContext = (targetId: string): SealContext => ({ field: 'targets.value', rowId: targetId });

/** Look-up hash of an address behind aliases, in `targets` and `stopped_addresses`. Takes the normalised address. */
export const targetHash = (keys: KeyRing, normalised: string): Buffer => keys.lookupHash('target', normalised);
