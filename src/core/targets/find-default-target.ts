import type { AliasTarget } from '#contract/aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/find-own-target-hash.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

/**
 * The target that serves new aliases which name none: the one the account chose, else its own email, else its oldest
 * confirmed target, else its oldest. Null for an account without any that still takes mail.
 */
export async function findDefaultTarget(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AliasTarget | null> {
  const ownHash = await findOwnTargetHash(db, keys, userId);
  const rows = await selectTargets(db)
    .innerJoin('users', 'users.id', 'targets.userId')
    .select('users.defaultTargetId')
    .where('targets.userId', '=', userId)
    .orderBy('targets.createdAt')
    .orderBy('targets.id')
    .execute();
  const usable = rows.filter(({ stopped, disabledAt }) => !stopped && disabledAt === null);
  const choice =
    usable.find(({ id, defaultTargetId }) => id === defaultTargetId) ??
    usable.find(({ valueHash }) => ownHash?.equals(valueHash)) ??
    usable.find(({ confirmedAt }) => confirmedAt !== null) ??
    usable[0];
  return choice === undefined ? null : openTarget(keys, choice);
}
