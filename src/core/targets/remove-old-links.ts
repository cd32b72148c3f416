import type { CoreContext } from '#core/core-context.ts';
import { lockAccount } from '#core/user-row.ts';
import { removeUnusedTargets } from '#core/targets/remove-unused-targets.ts';

/**
 * Erases links that expired unused, and with them the targets that were only kept for their sake. Used links stay:
 * the inbox's owner withdraws through them.
 */
export async function removeOldLinks(context: Pick<CoreContext, 'database' | 'keys' | 'clock'>): Promise<void> {
  const { db } = context.database;
  const links = await db
    .deleteFrom('oneTimeLinks')
    .where('usedAt', 'is', null)
    .where('expiresAt', '<=', new Date(context.clock.now()))
    .returning(['userId', 'targetId'])
    .execute();
  const targetIds = Map.groupBy(links, ({ userId }) => userId);
  for (const [userId, own] of targetIds) {
    const ids = own.flatMap(({ targetId }) => targetId ?? []);
    if (ids.length === 0) continue;
    await db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, userId);
      await removeUnusedTargets(transaction, context, userId, ids);
    });
  }
}
