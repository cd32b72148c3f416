import { type AliasColumns, changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { type AliasFacts, readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { OwnAliases } from '#core/aliases/bin.ts';
import { type NotedDb, scopeOf } from '#core/forwarding-provider.ts';
import { today } from '#core/alias-rows/alias-life.ts';
import { addLabels, ensureLabels, findLabels, removeLabels, type LabelLinks } from '#core/labels/alias-labels.ts';
import { decryptLabel } from '#core/labels/label-names.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';
import type { LifeInput } from '#contract/aliases/alias-fields.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import { retarget, type Retargeted } from '#core/aliases/retarget.ts';
import { readLife } from '#core/aliases/alias-input.ts';

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
interface FieldChange extends LifeInput {
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
 * Changes aliases of an account: when they end first, so that one that had ended can be switched on; then whether and where they forward, which
 * the forwarding provider hears of. Runs in the caller's transaction, behind `lockAccount`. @throws AppError invalid_input, too_many_targets.
 */
export async function changeFields(
  db: Db,
  context: TargetContext,
  own: OwnAliases,
  { active, targets, ...life }: FieldChange,
): Promise<ChangedFields> {
  const { userId, aliasIds: ids } = own;
  const lives = await setEnds(db, context, ids, readLife(context, life));
  if (active === undefined && targets === undefined) return { ended: [], retargeted: targetsStay, groups: lives };
  return context.provider.changeAliases(db, scopeOf(userId, ids), async (noted) => {
    const which = { ids, endedAt: context.clock.now(), whereabouts: 'any' } as const;
    const ended = active === undefined ? [] : await readAliasIds(noted, which);
    const over = new Set(ended);
    const alive = ids.filter((id) => !over.has(id));
    const switched = active === undefined ? [] : await switchAliases(noted, alive, active);
    const retargeted = targets === undefined ? targetsStay : await retarget(noted, context, own, targets);
    return { ended, retargeted, groups: [...lives, ...switched, ...retargeted.groups] };
  });
}
