import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Pins an alias of this account, or no longer. @throws AppError not_found, for a foreign alias as for an unknown one. */
export const pinAlias = async (
  { database }: Pick<CoreContext, 'database'>,
  { aliasId, userId, pinned }: { readonly aliasId: string; readonly userId: string; readonly pinned: boolean },
): Promise<void> => {
  const { numUpdatedRows } = await database.db
    .updateTable('aliases')
    .set({ pinned })
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
};
