import type { ChangeAliasSettings } from '#contract/aliases.ts';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import { AppError } from '#contract/errors.ts';
import type { OwnAliases } from '#core/aliases/bin.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { columnNames, columnsOf, openRow, settingNames } from '#core/alias-rows/owner-columns.ts';
import { getOwnRow, type OwnAlias, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { compareFields, recordUndo } from '#core/undos/undos.ts';

/** How mail of an alias of this account is handled. @throws AppError not_found, for a foreign alias as for an unknown one. */
export async function getAliasSettings(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { aliasId, userId }: OwnAlias,
): Promise<AliasSettings> {
  const row = await getOwnRow(database.db, { aliasId, userId }, ['id', ...columnNames(settingNames)]);
  const { id: _, ...settings } = openRow(keys, row);
  return settings;
}

/** Which of these aliases of an account are sent as they came, whatever keys their inboxes have. */
export async function listInClear(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  aliasIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (aliasIds.length === 0) return new Set();
  const rows = await readAliasRows(database.db, { ids: aliasIds, userId, whereabouts: 'any' }, ['id', 'inClear']);
  return new Set(rows.flatMap(({ id, inClear }) => (inClear ? [id] : [])));
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
  input: ChangeAliasSettings,
): Promise<ChangedSettings> {
  const { database, keys, limiter } = context;
  await limiter.take('aliasChangesPerUser', { userId });
  return database.db.transaction().execute(async (transaction) => {
    const { address } = await getOwnRow(transaction, { aliasId, userId }, ['address'], 'update');
    const readSettings = () =>
      getAliasSettings({ keys, database: { ...database, db: transaction } }, { aliasId, userId });
    const before = await readSettings();
    await changeAliasRows(transaction, { ids: [aliasId] }, columnsOf(keys, aliasId, input));
    const settings = await readSettings();
    if (settings.inClear && !before.inClear) {
      await recordSecurityEvent(transaction, context, userId, { kind: 'alias_in_clear', aliasId });
    }
    const changes = [{ aliasId, address, ...compareFields(before, settings) }];
    return { settings, undo: await recordUndo(transaction, context, userId, { aliases: changes }) };
  });
}

/** Pins aliases of this account, or no longer. Returns those that are there. @throws AppError rate_limited. */
export async function pinAliases(
  { database, limiter }: Pick<TargetContext, 'database' | 'limiter'>,
  { userId, aliasIds }: OwnAliases,
  pinned: boolean,
): Promise<string[]> {
  await limiter.take('aliasChangesPerUser', { userId });
  return changeAliasRows(database.db, { ids: aliasIds, userId }, { pinned });
}

/** The same of one. @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one. */
export async function pinAlias(
  context: Pick<TargetContext, 'database' | 'limiter'>,
  { aliasId, userId, pinned }: OwnAlias & { readonly pinned: boolean },
): Promise<void> {
  const there = await pinAliases(context, { userId, aliasIds: [aliasId] }, pinned);
  if (there.length === 0) throw new AppError('not_found');
}
