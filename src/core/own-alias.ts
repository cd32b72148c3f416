import { AppError } from '#contract/errors.ts';
import type { Db } from '#database/database.ts';

/** @throws AppError not_found, for an alias of somebody else as for none, and for one in the bin. */
export async function checkOwnAlias(
  db: Db,
  { userId, aliasId }: { readonly userId: string; readonly aliasId: string },
): Promise<void> {
  const own = await db
    .selectFrom('aliases')
    .select('id')
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .where('binnedAt', 'is', null)
    .executeTakeFirst();
  if (own === undefined) throw new AppError('not_found');
}
