import type { AliasSettings, ChangeAliasSettings, Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

interface OwnAlias {
  readonly aliasId: string;
  readonly userId: string;
}

const columns = ['transparent', 'cutThrough', 'autoReplies', 'identityParts'] as const;

/** How mail of an alias of this account is handled. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function getAliasSettings(
  { database }: Pick<CoreContext, 'database'>,
  { aliasId, userId }: OwnAlias,
): Promise<AliasSettings> {
  const settings = await database.db
    .selectFrom('aliases')
    .select(columns)
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (settings === undefined) throw new AppError('not_found');
  return settings;
}

/** Changes what is given. @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one. */
export async function changeAliasSettings(
  { database, limiter }: Pick<TargetContext, 'database' | 'limiter'>,
  { aliasId, userId }: OwnAlias,
  { transparent, cutThrough, autoReplies, identityParts }: ChangeAliasSettings,
): Promise<AliasSettings> {
  await limiter.take('aliasChangesPerUser', { userId });
  const settings = await database.db
    .updateTable('aliases')
    .set({ transparent, cutThrough, autoReplies, identityParts })
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .returning(columns)
    .executeTakeFirst();
  if (settings === undefined) throw new AppError('not_found');
  return settings;
}

/**
 * Switches an alias of this account on, or pauses it: its targets are kept and mail to it is dropped.
 * @throws AppError not_found, for a foreign alias as for an unknown one; rate_limited, provider_refused.
 */
export async function toggleAlias(
  { database, keys, limiter, provider }: Pick<TargetContext, 'database' | 'keys' | 'limiter' | 'provider'>,
  { aliasId, userId, active }: OwnAlias & { readonly active: boolean },
): Promise<Alias> {
  await limiter.take('aliasChangesPerUser', { userId });
  await provider.changeAliases(database.db, { aliasId, userId }, (db) =>
    db.updateTable('aliases').set({ active }).where('id', '=', aliasId).where('userId', '=', userId).execute(),
  );
  const alias = await provider.pushAlias(await getAlias(database.db, { keys }, aliasId, userId));
  const fault = findStateFault(alias.providerState);
  if (fault !== null) throw fault;
  return alias;
}

/**
 * Pins an alias of this account, or no longer.
 * @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one.
 */
export async function pinAlias(
  { database, limiter }: Pick<TargetContext, 'database' | 'limiter'>,
  { aliasId, userId, pinned }: OwnAlias & { readonly pinned: boolean },
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
