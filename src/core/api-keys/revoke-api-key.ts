import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

/** Ends an API key of this account at once. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function revokeApiKey(
  { database }: Pick<CoreContext, 'database'>,
  { keyId, userId }: { readonly keyId: string; readonly userId: string },
): Promise<void> {
  const revoked = await database.db
    .deleteFrom('apiKeys')
    .where('id', '=', keyId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (revoked === undefined) throw new AppError('not_found');
}

/** Ends every API key of an account. `db` may be a transaction. */
export async function revokeAllApiKeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('apiKeys').where('userId', '=', userId).execute();
}
