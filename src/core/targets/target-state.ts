import type { TargetState } from '#contract/aliases.ts';

/** What people see of a target. A stop by the inbox's owner outweighs everything. */
export const targetState = (target: { stopped: boolean; confirmedAt: Date | null }): TargetState => {
  if (target.stopped) return 'stopped';
  return target.confirmedAt === null ? 'pending' : 'confirmed';
};
