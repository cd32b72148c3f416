import { sql } from 'kysely';
import { isOwnText, type OwnFields, ownNames } from '#contract/aliases/own-fields.ts';
import { type AliasColumns, changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { columnNames, columnsOf, openRows } from '#core/alias-rows/owner-columns.ts';
import { type AliasFacts, readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { OwnAliases } from '#core/aliases/bin.ts';
import { type NotedDb, scopeOf } from '#core/forwarding-provider.ts';
import { today } from '#core/alias-rows/alias-life.ts';
import { addLabels, ensureLabels, findLabels, removeLabels, type LabelLinks } from '#core/labels/alias-labels.ts';
import { decryptLabel } from '#core/labels/label-names.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';
import { mapInTurns } from '#platform/take-turns.ts';
import type { LifeInput } from '#contract/aliases/alias-fields.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { retarget, type Retargeted } from '#core/aliases/retarget.ts';
import { checkOwnFields, readLife } from '#core/aliases/alias-input.ts';

// Each of these runs in the caller's transaction behind `lockAccount`, on aliases of that account, and tells what it changed.

type Field = 'active' | 'expiresAt' | 'maxMessages' | 'messagesLeft' | 'idleDays';

/** Sets columns of those aliases that have not what is wanted. Returns how the fields were, for each way they were. */
async function setFields<Name extends keyof AliasFacts>(
  db: Db,
  aliasIds: readonly string[],
  wanted: Pick<AliasFacts, Name>,
  fields: readonly (Name & Field)[],
  columns: AliasColumns = wanted,
): Promise<AliasGroup[]> {
  const names = Object.keys(wanted) as Name[];
  const keyOf = (row: Pick<AliasFacts, Name>) => JSON.stringify(names.map((name) => row[name]));
  const rows = await readAliasRows(db, { ids: aliasIds, whereabouts: 'any' }, ['id', ...names], 'update');
  const differing = rows.filter((row) => keyOf(row) !== keyOf(wanted));
  if (differing.length > 0) {
    await changeAliasRows(db, { ids: differing.map(({ id }) => id), whereabouts: 'any' }, columns);
  }
  return [...Map.groupBy(differing, keyOf).values()].map((group) => {
    const [first] = group;
    const pairs = Object.fromEntries(fields.map((field) => [field, [first?.[field], wanted[field]]]));
    // Dates as the undo holds them: text.
    return { aliasIds: group.map(({ id }) => id), ...(JSON.parse(JSON.stringify(pairs)) as Partial<AliasGroup>) };
  });
}

/** Switches aliases on, or pauses them. */
function switchAliases(db: NotedDb, aliasIds: readonly string[], active: boolean): Promise<AliasGroup[]> {
  return setFields(db, aliasIds, { active }, ['active']);
}

/** Gives aliases ends, as `readLife` reads them; those that are left out stay. What ends them is counted from now on. */
async function setEnds(
  db: Db,
  { clock }: Pick<TargetContext, 'clock'>,
  aliasIds: readonly string[],
  { expiresAt, maxMessages, idleDays }: ReturnType<typeof readLife>,
): Promise<AliasGroup[]> {
  const groups: AliasGroup[] = [];
  if (expiresAt !== undefined) groups.push(...(await setFields(db, aliasIds, { expiresAt }, ['expiresAt'])));
  if (maxMessages !== undefined) {
    const wanted = { maxMessages, messagesLeft: maxMessages };
    groups.push(...(await setFields(db, aliasIds, wanted, ['maxMessages', 'messagesLeft'])));
  }
  if (idleDays !== undefined) {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const wanted = { idleDays, lastUsedDay: idleDays === null ? null : day };
    const columns = { idleDays, lastUsedOn: idleDays === null ? null : today(clock) };
    groups.push(...(await setFields(db, aliasIds, wanted, ['idleDays'], columns)));
  }
  return groups;
}

type OwnInput = { readonly [Name in keyof OwnFields]?: OwnFields[Name] | undefined };

type OwnValue = OwnFields[keyof OwnFields];

/**
 * Sets a field of aliases, to a value of each by its id: a text, sealed for each by itself, by one statement, a switch by one for
 * each value.
 */
export async function writeOwnField(
  db: Db,
  { keys }: Pick<TargetContext, 'keys'>,
  name: keyof OwnFields,
  values: ReadonlyMap<string, OwnValue>,
): Promise<void> {
  if (values.size === 0) return;
  if (!isOwnText(name)) {
    for (const [value, same] of Map.groupBy(values, ([, each]) => each)) {
      const which = { ids: same.map(([id]) => id), whereabouts: 'any' } as const;
      await changeAliasRows(db, which, columnsOf(keys, '', { [name]: value } as OwnInput));
    }
    return;
  }
  const column = `${name}Sealed` as const;
  const columns = await mapInTurns([...values], ([id, value]) => columnsOf(keys, id, { [name]: value } as OwnInput));
  const sealed = columns.map((each) => each[column]);
  const from = sql<object>`unnest(${[...values.keys()]}::uuid[], ${sealed}::bytea[])`;
  const set = { ...columns[0], [column]: sql.ref<Buffer>('of_each.sealed') };
  const which = { id: sql.ref<string>('of_each.id'), whereabouts: 'any' } as const;
  await changeAliasRows(db, which, set, from.as<'of_each'>(sql`of_each (id, sealed)`));
}

/**
 * What is in a field of those of some aliases that are there, and `userId`'s where that is given, held until the caller's
 * transaction ends.
 */
export async function readOwnField(
  db: Db,
  { keys }: Pick<TargetContext, 'keys'>,
  which: { readonly ids: readonly string[]; readonly userId?: string },
  name: keyof OwnFields,
): Promise<{ readonly id: string; readonly value: OwnValue | undefined }[]> {
  const names = ['id', ...columnNames([name])] as const;
  const rows = await readAliasRows(db, { ...which, whereabouts: 'any' }, names, 'update');
  return (await openRows(keys, rows)).map((row) => ({ id: row.id, value: (row as Partial<OwnFields>)[name] }));
}

/** Gives aliases a field of their owner. Returns how it was, for each way it was. */
async function setOwnField(
  db: Db,
  context: Pick<TargetContext, 'keys'>,
  aliasIds: readonly string[],
  name: keyof OwnFields,
  value: OwnValue,
): Promise<AliasGroup[]> {
  const wanted = typeof value === 'string' && value.trim() === '' ? null : value;
  const before = await readOwnField(db, context, { ids: aliasIds }, name);
  const differing = before.filter(({ value: former }) => former !== wanted);
  await writeOwnField(db, context, name, new Map(differing.map(({ id }) => [id, wanted])));
  return [...Map.groupBy(differing, ({ value: former }) => former)].map(([former, group]) => ({
    aliasIds: group.map(({ id }) => id),
    [name]: [former, wanted],
  }));
}

async function nameLinks(
  db: Db,
  { keys }: Pick<TargetContext, 'keys'>,
  links: readonly LabelLinks[],
): Promise<{ name: string; aliasIds: string[] }[]> {
  if (links.length === 0) return [];
  const ids = links.map(({ labelId }) => labelId);
  const rows = await db.selectFrom('labels').select(['id', 'nameSealed']).where('id', 'in', ids).execute();
  const names = new Map(rows.map((row) => [row.id, decryptLabel(keys, row)]));
  return links.map(({ labelId, aliasIds }) => ({ name: names.get(labelId) ?? '', aliasIds: [...aliasIds] }));
}

/** Gives aliases labels, made where the account has none of the name. @throws AppError too_many_labels. */
export async function labelAliases(
  db: Db,
  context: TargetContext,
  { userId, aliasIds }: OwnAliases,
  names: readonly string[],
): Promise<AliasGroup[]> {
  if (names.length === 0) return [];
  const { ids } = await ensureLabels(db, context, userId, names);
  const links = await nameLinks(db, context, await addLabels(db, aliasIds, ids));
  return links.map((link) => ({ aliasIds: link.aliasIds, labelled: link.name }));
}

/** Takes labels off aliases. */
export async function unlabelAliases(
  db: Db,
  context: TargetContext,
  { userId, aliasIds }: OwnAliases,
  names: readonly string[],
): Promise<AliasGroup[]> {
  const ids = await findLabels(db, context, userId, names);
  const links = await nameLinks(db, context, await removeLabels(db, aliasIds, ids));
  return links.map((link) => ({ aliasIds: link.aliasIds, unlabelled: link.name }));
}

/** What can be changed of aliases alike; what is left out stays. */
interface FieldChange extends LifeInput, OwnInput {
  readonly active?: boolean | undefined;
  readonly targets?: readonly ForwardTarget[] | undefined;
}

interface ChangedFields {
  /** Their life is over: they are neither switched on nor off. */
  readonly ended: readonly string[];
  readonly retargeted: Retargeted;
  /** What undoes it. */
  readonly groups: readonly AliasGroup[];
}

const targetsStay: Retargeted = { changed: [], fixed: [], elsewhere: [], groups: [], added: [] };

/**
 * Changes aliases of an account: what their owner says of them, then when they end, so that one that had ended can be switched on; then whether and where they forward, which
 * the forwarding provider hears of. Runs in the caller's transaction, behind `lockAccount`. @throws AppError invalid_input, too_many_targets.
 */
export async function changeFields(
  db: Db,
  context: TargetContext,
  own: OwnAliases,
  { active, targets, ...fields }: FieldChange,
): Promise<ChangedFields> {
  const { userId, aliasIds: ids } = own;
  checkOwnFields(context, fields);
  const lives = await setEnds(db, context, ids, readLife(context, fields));
  const said: AliasGroup[] = [];
  for (const name of ownNames) {
    const value = fields[name];
    if (value !== undefined) said.push(...(await setOwnField(db, context, ids, name, value)));
  }
  const groups = [...said, ...lives];
  if (active === undefined && targets === undefined) return { ended: [], retargeted: targetsStay, groups };
  return context.provider.changeAliases(db, scopeOf(userId, ids), async (noted) => {
    const which = { ids, endedAt: context.clock.now(), whereabouts: 'any' } as const;
    const ended = active === undefined ? [] : await readAliasIds(noted, which);
    const over = new Set(ended);
    const alive = ids.filter((id) => !over.has(id));
    const switched = active === undefined ? [] : await switchAliases(noted, alive, active);
    const retargeted = targets === undefined ? targetsStay : await retarget(noted, context, own, targets);
    return { ended, retargeted, groups: [...groups, ...switched, ...retargeted.groups] };
  });
}
