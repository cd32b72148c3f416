import { sql, type RawBuilder } from 'kysely';
import type { AliasTarget } from '#contract/aliases.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { restoreMany } from '#core/aliases/bulk/bin-many.ts';
import { retargetMany } from '#core/aliases/bulk/retarget-many.ts';
import { labelMany, unlabelMany } from '#core/aliases/bulk/set-on-many.ts';
import { today } from '#core/aliases/standing/alias-life.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { normaliseTarget, targetHash } from '#core/targets/target-value.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

/** What became of a change: undone · in part, as the rest was changed again since · not at all. */
type Result = 'all' | 'some' | 'none';

/** What an undo did, beside its rows. */
export interface Undone {
  readonly result: Result;
  readonly aliasIds: readonly string[];
  /** Targets that aliases have again. */
  readonly targets: readonly AliasTarget[];
}

/** By how many of a number of aliases it was possible for. */
function undoneOf(aliasIds: readonly string[], wanted: number, targets: readonly AliasTarget[] = []): Undone {
  const some = aliasIds.length === 0 ? 'none' : 'some';
  return { result: aliasIds.length === wanted ? 'all' : some, aliasIds, targets };
}

interface OwnAliases {
  readonly userId: string;
  readonly aliasIds: readonly string[];
}

/** Those that are left of them, held until the caller's transaction ends. */
async function holdOwn(db: Db, { userId, aliasIds }: OwnAliases): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from aliases where id = any (${aliasIds}::uuid[]) and user_id = ${userId}
    order by id for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** The aliases that still forward to these targets, in this order. */
async function stillForwardTo(
  db: Db,
  context: TargetContext,
  { userId, aliasIds }: OwnAliases,
  values: readonly string[],
): Promise<string[]> {
  const hashes = readTargets(context, values.join(', ')).map((target) =>
    targetHash(context.keys, normaliseTarget(target)),
  );
  const { rows } = await sql<{ id: string }>`
    select a.id from aliases a where a.id = any (${aliasIds}::uuid[]) and a.user_id = ${userId}
      and array(select t.value_hash from alias_targets l join targets t on t.id = l.target_id
        where l.alias_id = a.id order by l.position) = ${hashes}::bytea[]
    order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts back when aliases end, or whether they are on, where it is still as the change left it; null: it changed neither. */
async function putColumnsBack(
  db: Db,
  { clock }: Pick<TargetContext, 'clock'>,
  aliasIds: readonly string[],
  { active, expiresAt, maxMessages, messagesLeft, idleDays }: AliasGroup,
): Promise<string[] | null> {
  const put = async (former: RawBuilder<unknown>, isAsLeft: RawBuilder<unknown>): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`update aliases set ${former}
      where id = any (${aliasIds}::uuid[]) and ${isAsLeft} returning id`.execute(db);
    return rows.map(({ id }) => id);
  };
  if (active !== undefined) return put(sql`active = ${active[0]}`, sql`active = ${active[1]}`);
  if (expiresAt !== undefined) {
    const [from, to] = expiresAt;
    return put(sql`expires_at = ${from}::timestamptz`, sql`expires_at is not distinct from ${to}::timestamptz`);
  }
  if (maxMessages !== undefined) {
    const [from, to] = maxMessages;
    const former = sql`max_messages = ${from}::integer, messages_left = ${messagesLeft?.[0] ?? from}::integer`;
    return put(former, sql`max_messages is not distinct from ${to}::integer`);
  }
  if (idleDays !== undefined) {
    const [from, to] = idleDays;
    // Days without mail count from now on.
    const usedOn = from === null ? sql`null::date` : today(clock);
    const former = sql`idle_days = ${from}::integer, last_used_on = ${usedOn}`;
    return put(former, sql`idle_days is not distinct from ${to}::integer`);
  }
  return null;
}

async function putBack(db: Db, context: TargetContext, own: OwnAliases, group: AliasGroup): Promise<Undone | string[]> {
  const { targets, labelled, unlabelled } = group;
  const ids = await putColumnsBack(db, context, own.aliasIds, group);
  if (ids !== null) return ids;
  if (targets !== undefined) {
    const same = await stillForwardTo(db, context, own, targets[1]);
    if (same.length === 0) return [];
    const former = readTargets(context, targets[0].join(', '));
    const { added } = await context.provider.changeAliases(db, { ...own, aliasIds: same }, (noted) =>
      retargetMany(noted, context, { ...own, aliasIds: same }, former),
    );
    return undoneOf(same, group.aliasIds.length, added);
  }
  const changed = [
    ...(labelled === undefined ? [] : await unlabelMany(db, context, own, [labelled])),
    ...(unlabelled === undefined ? [] : await labelMany(db, context, own, [unlabelled])),
  ];
  return changed.flatMap(({ aliasIds }) => aliasIds);
}

/**
 * Undoes one change of many aliases, for those on which it still stands. Runs in the caller's transaction, behind
 * `lockAccount`. @throws AppError too_many_targets, too_many_labels.
 */
export async function undoMany(db: Db, context: TargetContext, userId: string, group: AliasGroup): Promise<Undone> {
  const wanted = group.aliasIds.length;
  if (group.binned === true) {
    const { restored } = await restoreMany(db, context, { userId, aliasIds: group.aliasIds });
    return undoneOf(restored, wanted);
  }
  const own = { userId, aliasIds: await holdOwn(db, { userId, aliasIds: group.aliasIds }) };
  const isMailChange = group.active !== undefined;
  const done = isMailChange
    ? await context.provider.changeAliases(db, own, (noted) => putBack(noted, context, own, group))
    : await putBack(db, context, own, group);
  return Array.isArray(done) ? undoneOf(done, wanted) : done;
}
