import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { lockAccount } from '#core/user-row.ts';

/**
 * Chooses the target that serves new aliases; null leaves the choice to `findDefaultTarget`.
 * @throws AppError not_found, for a foreign target as for an unknown one.
 */
export async function setDefaultTarget(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  targetId: string | null,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
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
    await transaction.updateTable('users').set({ defaultTargetId: targetId }).where('id', '=', userId).execute();
  });
}
