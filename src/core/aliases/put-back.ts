import type { AliasTarget } from '#contract/aliases.ts';
import { type OwnFields, ownNames } from '#contract/aliases/own-fields.ts';
import { groupByTargets } from '#core/alias-rows/alias-links.ts';
import { type AliasColumns, changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { columnNames, columnsOf, isSealed, openRows, settingNames } from '#core/alias-rows/owner-columns.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { type OwnAliases, restoreAlias, restoreAliases } from '#core/aliases/bin.ts';
import { moveAlias } from '#core/aliases/move-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { readTargetValues, retarget } from '#core/aliases/retarget.ts';
import { labelAliases, readOwnField, unlabelAliases, writeOwnField } from '#core/aliases/change-fields.ts';
import { today } from '#core/alias-rows/alias-life.ts';
import { type NotedDb, scopeOf } from '#core/forwarding-provider.ts';
import { setAliasLabels } from '#core/labels/alias-labels.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { undoneFields, type AliasChange, type AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

type Field = (typeof undoneFields)[number];

/** The same change of some aliases: of one it is a set of one. */
type Change = AliasGroup & Omit<AliasChange, 'aliasId' | 'address'>;

/** What became of a change: undone · in part, as the rest was changed again since · not at all. */
export interface Undone {
  readonly result: 'all' | 'some' | 'none';
  readonly aliasIds: readonly string[];
  /** Targets that aliases have again. */
  readonly targets: readonly AliasTarget[];
}

/** By how many of what was wanted it was possible for. */
function undoneOf(done: readonly string[], wanted: number, targets: readonly AliasTarget[] = []): Undone {
  const some = done.length === 0 ? 'none' : 'some';
  return { result: done.length === wanted ? 'all' : some, aliasIds: [...new Set(done)], targets };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The columns that put a field of an alias back. */
function formerColumns(
  { clock, keys }: Pick<TargetContext, 'clock' | 'keys'>,
  id: string,
  field: Field,
  change: Change,
): AliasColumns {
  const [former] = change[field] ?? [];
  const [text, number] = [textOf(former), numberOf(former)];
  switch (field) {
    case 'active':
      return { active: former === true };
    case 'expiresAt':
      return { expiresAt: text === null ? null : new Date(text) };
    case 'maxMessages':
      return { maxMessages: number, messagesLeft: change.messagesLeft?.[0] ?? number };
    case 'idleDays':
      // Days without mail count from now on.
      return { idleDays: number, lastUsedOn: number === null ? null : today(clock) };
    default:
      return columnsOf(keys, id, { [field]: former });
  }
}

/** What became of a field. `fixed`: aliases on which it stays, as others decide about it. */
interface PutBack {
  readonly added: readonly AliasTarget[];
  readonly fixed: readonly string[];
}

/** Puts a field of aliases back. Returns the targets that they have again. */
async function putFieldBack(
  db: NotedDb,
  context: TargetContext,
  { userId, aliasIds }: OwnAliases,
  field: Field,
  change: Change,
): Promise<PutBack> {
  const [former] = change[field] ?? [];
  const list = Array.isArray(former) ? former : [];
  if (field === 'targets') {
    return retarget(db, context, { userId, aliasIds }, readTargets(context, list.join(', ')));
  }
  // Names are taken, and texts sealed, for each.
  const isOfEach = field === 'localPart' || field === 'labels' || isSealed(field);
  const sets = isOfEach ? aliasIds.map((id) => [id]) : [aliasIds];
  for (const ids of sets) {
    const [id = ''] = ids;
    if (field === 'localPart') {
      await moveAlias(db, context, await getAlias(db, context, id, userId), textOf(former) ?? '');
    } else if (field === 'labels') await setAliasLabels(db, context, { aliasId: id, userId }, list);
    else await changeAliasRows(db, { ids, whereabouts: 'any' }, formerColumns(context, id, field, change));
  }
  return { added: [], fixed: [] };
}

/** Aliases as they are now, held until the caller's transaction ends. */
async function readPresent(db: Db, context: TargetContext, { userId, aliasIds }: OwnAliases) {
  const { keys } = context;
  const columns = columnNames([...ownNames, ...settingNames]);
  const names = ['id', 'localPart', 'binnedAt', 'active', 'expiresAt', 'maxMessages', 'idleDays', ...columns] as const;
  const rows = await readAliasRows(db, { ids: aliasIds, userId, whereabouts: 'any' }, names, 'update');
  const ids = rows.map(({ id }) => id);
  const values = await readTargetValues(db, context, userId);
  const targets = new Map(
    (await groupByTargets(db, ids)).flatMap((group) => {
      const own = group.targetIds.flatMap((id) => values.get(id) ?? []);
      return group.aliasIds.map((id) => [id, own] as const);
    }),
  );
  const labels = namesByAlias(await readLabelled(db, context, userId, ids));
  return (await openRows(keys, rows)).map((row) => ({
    ...row,
    targets: targets.get(row.id) ?? [],
    labels: labels.get(row.id) ?? [],
  }));
}

/** Puts back, on each of the aliases, those fields that are still as the change left them. */
async function putFieldsBack(db: Db, context: TargetContext, own: OwnAliases, change: Change): Promise<Undone> {
  const { userId } = own;
  const present = await readPresent(db, context, own);
  const fields = undoneFields.filter((field) => change[field] !== undefined);
  /** On which a field is as it was left. In the bin a name is nobody's to change. */
  const back = new Map(
    fields.map((field) => {
      const left = JSON.stringify(change[field]?.[1]);
      const same = present.filter((row) => JSON.stringify(row[field]) === left);
      return [field, same.filter((row) => field !== 'localPart' || row.binnedAt === null).map(({ id }) => id)];
    }),
  );
  const some = [...new Set([...back.values()].flat())];
  const added: AliasTarget[] = [];
  const write = async (noted: NotedDb): Promise<void> => {
    for (const [field, aliasIds] of back) {
      if (aliasIds.length === 0) continue;
      const put = await putFieldBack(noted, context, { userId, aliasIds }, field, change);
      added.push(...put.added);
      back.set(
        field,
        aliasIds.filter((id) => !put.fixed.includes(id)),
      );
    }
  };
  const isMailChange = (['active', 'localPart', 'targets'] as const).some(
    (field) => (back.get(field) ?? []).length > 0,
  );
  if (isMailChange) await context.provider.changeAliases(db, scopeOf(userId, some), write);
  // Nothing that a provider hears of.
  else await write(db as NotedDb);
  const there = { userId, aliasIds: present.map(({ id }) => id) };
  const { labelled, unlabelled } = change;
  const relabelled = [
    ...(labelled === undefined ? [] : await unlabelAliases(db, context, there, [labelled])),
    ...(unlabelled === undefined ? [] : await labelAliases(db, context, there, [unlabelled])),
  ].flatMap(({ aliasIds }) => aliasIds);
  const asked = fields.length + (labelled === undefined ? 0 : 1) + (unlabelled === undefined ? 0 : 1);
  return undoneOf([...[...back.values()].flat(), ...relabelled], asked * own.aliasIds.length, added);
}

/**
 * Undoes what groups of a change say of one field of their owner, by a few statements however many groups there are: each
 * alias may have had a text of its own. One that another account has since is left alone.
 */
export async function undoOwnField(
  db: Db,
  context: TargetContext,
  { userId, name }: { readonly userId: string; readonly name: keyof OwnFields },
  groups: readonly AliasGroup[],
): Promise<Undone> {
  const changes = new Map(groups.flatMap(({ aliasIds, [name]: pair }) => aliasIds.map((id) => [id, pair] as const)));
  const present = await readOwnField(db, context, { ids: [...changes.keys()], userId }, name);
  const back = present.flatMap(({ id, value }) => {
    const [former, left] = changes.get(id) ?? [];
    return former !== undefined && value === left ? [[id, former] as const] : [];
  });
  await writeOwnField(db, context, name, new Map(back));
  return undoneOf(
    back.map(([id]) => id),
    changes.size,
  );
}

/** Undoes a change of aliases, where it still stands. @throws AppError too_many_targets, too_many_labels. */
export async function undoOne(db: Db, context: TargetContext, userId: string, change: Change): Promise<Undone> {
  const own = { userId, aliasIds: change.aliasIds };
  if (change.binned !== true) return putFieldsBack(db, context, own, change);
  return undoneOf((await restoreAliases(db, context, own)).restored, change.aliasIds.length);
}

/** The same of one alone. @throws AppError no_target where no inbox is left for it. */
export async function undoAlone(db: Db, context: TargetContext, userId: string, change: AliasChange): Promise<Undone> {
  const { aliasId, address: _, ...fields } = change;
  const own = { userId, aliasId };
  if (change.binned !== true) return undoOne(db, context, userId, { ...fields, aliasIds: [aliasId] });
  return undoneOf((await restoreAlias(db, context, own)) === null ? [] : [aliasId], 1);
}
