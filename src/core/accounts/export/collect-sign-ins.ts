import { sessionSchema } from '#contract/account.ts';
import type { AccountExport } from '#contract/export.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The sessions of an account, without their tokens. */
export async function collectSessions(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['sessions']> {
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'authMethod', 'createdAt', 'lastUsedAt', 'confirmedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    authMethod: sessionSchema.shape.authMethod.parse(row.authMethod),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    confirmedAt: row.confirmedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** The SMTP credentials of all aliases of an account, without their passwords. */
export async function collectCredentials(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['smtpCredentials']> {
  const rows = await database.db
    .selectFrom('smtpCredentials')
    .innerJoin('aliases', 'aliases.id', 'smtpCredentials.aliasId')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['smtpCredentials.id', 'smtpCredentials.aliasId', 'smtpCredentials.createdAt', 'localPart', 'name'])
    .select('smtpCredentials.providerState')
    .where('userId', '=', userId)
    .orderBy('smtpCredentials.createdAt')
    .execute();
  return rows.map(({ id, aliasId, providerState, createdAt, localPart, name }) => ({
    id,
    username: `${localPart}@${name}`,
    aliasId,
    providerState,
    createdAt: createdAt.toISOString(),
  }));
}
