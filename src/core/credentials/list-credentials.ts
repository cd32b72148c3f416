import type { Credential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/**
 * The SMTP credentials of an alias of this account: one or none.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export async function listCredentials(
  { database }: Pick<CoreContext, 'database'>,
  aliasId: string,
  userId: string,
): Promise<Credential[]> {
  const row = await database.db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .leftJoin('smtpCredentials', 'smtpCredentials.aliasId', 'aliases.id')
    .select(['localPart', 'name', 'smtpCredentials.id', 'smtpCredentials.createdAt', 'smtpCredentials.providerState'])
    .where('aliases.id', '=', aliasId)
    .where('aliases.userId', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  const { id, createdAt, providerState, localPart, name } = row;
  if (id === null || createdAt === null || providerState === null) return [];
  return [{ id, username: `${localPart}@${name}`, aliasId, providerState, createdAt: createdAt.toISOString() }];
}
