import type { Program } from '#contract/account.ts';
import { findServedBy } from '#core/alias-rows/alias-links.ts';
import { mapAliasRows, readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { anyOf } from '#database/any-of.ts';
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
  const aliases = await mapAliasRows(db, { userId, whereabouts: 'any' }, ['address']);
  const ids = [...aliases.keys()];
  const served = inboxHash === null ? new Set(ids) : await findServedBy(db, ids, inboxHash);
  const credentials = await db
    .selectFrom('smtpCredentials')
    .select(['id', 'aliasId', 'createdAt'])
    .where('aliasId', '=', anyOf(ids))
    .execute();
  const addressOf = ({ aliasId }: { readonly aliasId: string | null }) => aliases.get(aliasId ?? '')?.address ?? '';
  const ordered = credentials.toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (addressOf(a) < addressOf(b) ? -1 : 1),
  );
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
    ...ordered.map((row) => ({
      id: row.id,
      kind: 'smtp' as const,
      name: row.aliasId !== null && served.has(row.aliasId) ? addressOf(row) : null,
      createdAt: row.createdAt.toISOString(),
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
  await provider.changeCredentials(db, { userId }, async (noted) => {
    const aliasIds = await readAliasIds(noted, { userId, whereabouts: 'any' });
    await noted
      .deleteFrom('smtpCredentials')
      .where(({ eb, or }) => or([eb('aliasId', '=', anyOf(aliasIds)), eb('smtpCredentials.userId', '=', userId)]))
      .$if(keptIds.length > 0, (query) => query.where('id', 'not in', keptIds))
      .execute();
  });
}

/** Ends the API keys and SMTP credentials of an account but those. Runs in the caller's transaction. */
export async function endPrograms(
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
