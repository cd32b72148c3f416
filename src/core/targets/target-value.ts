import type { ForwardTarget } from '#contract/forward-to.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What a target's sealed address is bound to (`targets.value_sealed`). */
export const targetValueContext = (targetId: string): SealContext => ({ field: 'targets.value', rowId: targetId });

/** What tells a target apart from others. No address is a URL, so the two kinds never meet. */
export const normaliseTarget = (target: ForwardTarget): string =>
  target.kind === 'email' ? target.email.normalised : target.url;

/** Look-up hash of a target, in `targets` and `stopped_addresses`. Takes what `normaliseTarget` gives. */
export const targetHash = (keys: KeyRing, normalised: string): Buffer => keys.lookupHash('target', normalised);
