import type { TargetState } from '#contract/aliases.ts';

/** What people see of a target. A stop by the inbox's owner outweighs everything. */
export function targetState(target: {
  readonly stopped: boolean;
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
}): TargetState {
  if (target.stopped) return 'stopped';
  if (target.disabledAt !== null) return 'disabled';
  return target.confirmedAt === null ? 'pending' : 'confirmed';
}
