import type { AliasTarget } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

/** A target of this account. @throws AppError not_found, for a foreign target as for an unknown one. */
export async function getTarget(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  targetId: string,
  userId: string,
): Promise<AliasTarget> {
  const row = await selectTargets(database.db)
    .where('targets.id', '=', targetId)
    .where('targets.userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return openTarget(keys, row);
}
