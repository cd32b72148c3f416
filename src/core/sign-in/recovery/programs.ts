import { sql } from 'kysely';
import type { Program } from '#contract/account.ts';
import { findServedBy } from '#core/alias-rows/alias-links.ts';
import { eraseHanging } from '#core/alias-rows/change-rows.ts';
import { listAliasCredentials } from '#core/credentials/credentials.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

/**
 * The programs that get into an account without its password. `inboxHash`: of an inbox that is shown no alias but its own;
 * null: of the owner, who may see all.
 */
export async function listPrograms(db: Db, userId: string, inboxHash: Buffer | null): Promise<Program[]> {
  const apiKeys = await db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('name')
    .execute();
  const credentials = await listAliasCredentials(db, userId);
  const ids = credentials.map(({ aliasId }) => aliasId);
  const served = inboxHash === null ? new Set(ids) : await findServedBy(db, ids, inboxHash);
  const ofAccount = await db
    .selectFrom('smtpCredentials')
    .leftJoin('domains', 'domains.id', 'smtpCredentials.domainId')
    .select(['smtpCredentials.id', 'smtpCredentials.createdAt', 'domains.name as domain'])
    .where('smtpCredentials.userId', '=', userId)
    .orderBy('smtpCredentials.createdAt')
    .execute();
  return [
    ...ofAccount.map(({ id, domain, createdAt }) => ({
      id,
      kind: 'smtp' as const,
      // Stars as in rules: they are read in any language.
      name: inboxHash === null ? `*@${domain ?? '*'}` : null,
      createdAt: createdAt.toISOString(),
    })),
    ...apiKeys.map(({ id, name, createdAt }) => ({
      id,
      kind: 'api_key' as const,
      name: inboxHash === null ? name : null,
      createdAt: createdAt.toISOString(),
    })),
    ...credentials.map(({ id, aliasId, username, createdAt }) => ({
      id,
      kind: 'smtp' as const,
      name: served.has(aliasId) ? username : null,
      createdAt: createdAt.toISOString(),
    })),
  ];
}

/** Ends the SMTP credentials of an account but those. Runs in the caller's transaction. */
export async function endCredentials(
  db: Db,
  { provider }: Pick<TargetContext, 'provider'>,
  userId: string,
  keptIds: readonly string[],
): Promise<void> {
  const others = sql<boolean>`id <> all (${keptIds}::uuid[])`;
  await provider.changeCredentials(db, { userId }, async (noted) => {
    await eraseHanging(noted, 'smtp_credentials', { userId, whereabouts: 'any' }, others);
    await noted.deleteFrom('smtpCredentials').where('userId', '=', userId).where(others).execute();
  });
}

/** Ends the API keys and SMTP credentials of an account but those. Runs in the caller's transaction. */
export async function revokeAppCredentials(
  db: Db,
  context: Pick<TargetContext, 'provider'>,
  userId: string,
  keptIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('apiKeys')
    .where('userId', '=', userId)
    .$if(keptIds.length > 0, (query) => query.where('id', 'not in', keptIds))
    .execute();
  await endCredentials(db, context, userId, keptIds);
}
