import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { lockAccount } from '#core/user-row.ts';

/**
 * Chooses the target that serves new aliases; null leaves the choice to `findDefaultTarget`. Another choice is told to the
 * inboxes of the account.
 * @throws AppError not_found, for a foreign target as for an unknown one.
 */
export async function setDefaultTarget(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  userId: string,
  targetId: string | null,
): Promise<void> {
  await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    if (targetId !== null) {
      const target = await transaction
        .selectFrom('targets')
        .select('id')
        .where('id', '=', targetId)
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (target === undefined) throw new AppError('not_found');
    }
    const changed = await transaction
      .updateTable('users')
      .set({ defaultTargetId: targetId })
      .where('id', '=', userId)
      .where('defaultTargetId', 'is distinct from', targetId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await recordSecurityEvent(transaction, context, userId, { kind: 'default_inbox_changed', scope: 'account' });
  });
}
