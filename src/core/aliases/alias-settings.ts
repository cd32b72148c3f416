import type { AliasSettings, ChangeAliasSettings } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { getLiveAlias, type OwnAlias } from '#core/aliases/bin.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { compareFields, recordUndo } from '#core/undos/undos.ts';

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
    .where('binnedAt', 'is', null)
    .executeTakeFirst();
  if (settings === undefined) throw new AppError('not_found');
  return settings;
}

/** What a change left, and the name of what undoes it; null where it changed nothing. */
interface ChangedSettings {
  readonly settings: AliasSettings;
  readonly undo: string | null;
}

/** Changes what is given. @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one. */
export async function changeAliasSettings(
  context: Pick<TargetContext, 'database' | 'limiter' | 'keys' | 'clock' | 'random'>,
  { aliasId, userId }: OwnAlias,
  { transparent, cutThrough, autoReplies, identityParts }: ChangeAliasSettings,
): Promise<ChangedSettings> {
  const { database, limiter } = context;
  await limiter.take('aliasChangesPerUser', { userId });
  return database.db.transaction().execute(async (transaction) => {
    const { address } = await getLiveAlias(transaction, { aliasId, userId });
    const before = await getAliasSettings({ database: { ...database, db: transaction } }, { aliasId, userId });
    const settings = await transaction
      .updateTable('aliases')
      .set({ transparent, cutThrough, autoReplies, identityParts })
      .where('id', '=', aliasId)
      .returning(columns)
      .executeTakeFirstOrThrow();
    const changes = [{ aliasId, address, ...compareFields(before, settings) }];
    return { settings, undo: await recordUndo(transaction, context, userId, { aliases: changes }) };
  });
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
    .where('binnedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
