import type { ForwardTarget } from '#contract/forward-to.ts';
import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What a target's sealed address is bound to (`targets.value_sealed`). */
export function targetValueContext(targetId: string): SealContext {
  return { field: 'targets.value', rowId: targetId };
}

/** What tells a target apart from others. No address is a URL, so the two kinds never meet. */
export function normaliseTarget(target: ForwardTarget): string {
  return target.kind === 'email' ? target.email.normalised : target.url;
}

/** Look-up hash of a target, in `targets` and `stopped_addresses`. Takes what `normaliseTarget` gives. */
export function targetHash(keys: KeyRing, normalised: string): Buffer {
  return keys.lookupHash('target', normalised);
}
