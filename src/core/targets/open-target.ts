import type { AliasTarget } from '#contract/aliases.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetState } from '#core/targets/target-state.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

export interface SealedTarget {
  readonly id: string;
  readonly kind: AliasTarget['kind'];
  readonly valueSealed: Buffer;
  readonly confirmedAt: Date | null;
  readonly stopped: boolean;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
}

/** A target as its account sees it. */
export function openTarget(keys: KeyRing, target: SealedTarget): AliasTarget {
  return {
    id: target.id,
    kind: target.kind,
    value: keys.open(targetValueContext(target.id), target.valueSealed).toString(),
    state: targetState(target),
    failingSince: target.failingSince?.toISOString() ?? null,
  };
}
