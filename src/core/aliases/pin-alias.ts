import { AppError } from '#contract/errors.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Pins an alias of this account, or no longer.
 * @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one.
 */
export async function pinAlias(
  { database, limiter }: Pick<TargetContext, 'database' | 'limiter'>,
  { aliasId, userId, pinned }: { readonly aliasId: string; readonly userId: string; readonly pinned: boolean },
): Promise<void> {
  await limiter.take('aliasChangesPerUser', { userId });
  const { numUpdatedRows } = await database.db
    .updateTable('aliases')
    .set({ pinned })
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
