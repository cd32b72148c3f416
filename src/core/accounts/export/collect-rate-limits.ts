import type { AccountExport } from '#contract/export.ts';
import type { CoreContext } from '#core/core-context.ts';

/** What is counted under an account. */
export async function collectRateLimits(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['rateLimits']> {
  const rows = await database.db
    .selectFrom('rateLimits')
    .select(['actionType', 'count', 'windowStart', 'lastAction'])
    .where('userId', '=', userId)
    .orderBy('actionType')
    .execute();
  return rows.map((row) => ({
    action: row.actionType,
    count: row.count,
    windowStart: row.windowStart.toISOString(),
    lastAction: row.lastAction.toISOString(),
  }));
}
