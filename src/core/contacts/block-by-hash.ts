import { AppError } from '#contract/errors.ts';
import { getOwnRow } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

/** A correspondent of an account, by the digest of its token (`Correspondent.id`), in hexadecimal. */
interface HashedContact {
  readonly userId: string;
  readonly id: string;
}

/**
 * Blocks a correspondent of this account, or no longer. `blocked`: null turns it around. Returns what is so now.
 * @throws AppError rate_limited; not_found, for one of another account as for none.
 */
export async function blockByHash(
  context: Pick<CoreContext, 'database' | 'clock'> & { readonly limiter: RateLimiter },
  { userId, id }: HashedContact,
  blocked: boolean | null,
): Promise<boolean> {
  const { database, clock, limiter } = context;
  await limiter.take('contactsPerUser', { userId });
  const tokenHash = Buffer.from(id, 'hex');
  return database.db.transaction().execute(async (transaction) => {
    const contact = transaction.selectFrom('contacts').where('tokenHash', '=', tokenHash);
    const named = await contact.select('aliasId').executeTakeFirst();
    if (named === undefined) throw new AppError('not_found');
    await getOwnRow(transaction, { aliasId: named.aliasId, userId }, []);
    const row = await contact.select('blockedAt').forUpdate().executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    const isBlocked = blocked ?? row.blockedAt === null;
    await transaction
      .updateTable('contacts')
      .set({ blockedAt: isBlocked ? (row.blockedAt ?? new Date(clock.now())) : null })
      .where('tokenHash', '=', tokenHash)
      .execute();
    return isBlocked;
  });
}
