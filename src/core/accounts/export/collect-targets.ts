import type { AccountExport } from '#contract/export.ts';
import type { CoreContext } from '#core/core-context.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

/** All targets of an account, those that no alias uses included. */
export async function collectTargets(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountExport['targets']> {
  const rows = await selectTargets(database.db)
    .select(['targets.createdAt', 'targets.spfReplies', 'targets.previousSecretUntil'])
    .where('targets.userId', '=', userId)
    .orderBy('targets.createdAt')
    .execute();
  return rows.map((row) => ({
    ...openTarget(keys, row),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    spfReplies: row.spfReplies,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}
