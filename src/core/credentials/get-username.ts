import { AppError } from '#contract/errors.ts';
import type { Db } from '#database/database.ts';

/**
 * The user name of an alias's SMTP credential: its address. Holds the alias until the caller's transaction ends, so
 * that it is neither deleted nor renamed meanwhile.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export async function getUsername(db: Db, aliasId: string, userId: string): Promise<string> {
  const row = await db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name'])
    .where('aliases.id', '=', aliasId)
    .where('userId', '=', userId)
    .forKeyShare('aliases')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return `${row.localPart}@${row.name}`;
}
