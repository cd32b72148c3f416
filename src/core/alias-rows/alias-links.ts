import { sql } from 'kysely';
import { aliasIds } from '#core/alias-rows/read-rows.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';

/**
 * Links each of some aliases to the same targets, in the order given. Links that exist keep their id, which bounce addresses name; those to
 * other targets stay.
 */
export async function linkTargets(
  db: NotedDb,
  { clock }: { readonly clock: Clock },
  aliasIds: readonly string[],
  targetIds: readonly string[],
): Promise<void> {
  await sql`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select a.id, t.id, t.place - 1, ${new Date(clock.now())}
    from unnest(${aliasIds}::uuid[]) a (id) cross join unnest(${targetIds}::uuid[]) with ordinality t (id, place)
    on conflict (alias_id, target_id) do update set position = excluded.position`.execute(db);
}

/** Ends the links of aliases to all other targets than these. */
export async function unlinkOthers(
  db: NotedDb,
  aliasIds: readonly string[],
  keptIds: readonly string[],
): Promise<void> {
  await sql`delete from alias_targets where alias_id = any (${aliasIds}::uuid[])
    and target_id <> all (${keptIds}::uuid[])`.execute(db);
}

/** Aliases that forward to the same targets, in the same order. */
interface SameTargets {
  readonly targetIds: readonly string[];
  readonly aliasIds: readonly string[];
}

/** Aliases by what they forward to now: mostly these are few groups. */
export async function groupByTargets(db: Db, aliasIds: readonly string[]): Promise<SameTargets[]> {
  const { rows } = await sql<SameTargets>`
    select target_ids, array_agg(id order by id) as alias_ids
    from (
      select a.id, array(
        select l.target_id from alias_targets l where l.alias_id = a.id order by l.position) as target_ids
      from unnest(${aliasIds}::uuid[]) a (id)) as linked
    group by target_ids`.execute(db);
  return rows;
}

/** The targets that any of these aliases forwards to, each once, in no order. */
export async function findTargetIds(db: Db, aliasIds: readonly string[]): Promise<string[]> {
  return [...new Set((await groupByTargets(db, aliasIds)).flatMap(({ targetIds }) => targetIds))];
}

/** Links a target again to those aliases of an account whose other targets are the same as then. Returns their ids. */
export async function linkAgain(
  db: Db,
  { clock }: { readonly clock: Clock },
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
  group: {
    readonly others: readonly string[];
    readonly aliasIds: readonly string[];
    readonly positions: readonly number[];
  },
): Promise<string[]> {
  const { rows } = await sql<{ readonly aliasId: string }>`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select a.id, ${targetId}, given.position, ${new Date(clock.now())}
    from unnest(${group.aliasIds}::uuid[], ${group.positions}::integer[]) as given (alias_id, position)
    join ${aliasIds({ userId, whereabouts: 'any' })} a on a.id = given.alias_id
    where array(select l.target_id from alias_targets l where l.alias_id = a.id order by l.position) = ${group.others}::uuid[]
    on conflict do nothing returning alias_id`.execute(db);
  return rows.map(({ aliasId }) => aliasId);
}

/** Those of some aliases that forward to a target of this look-up hash. */
export async function findServedBy(
  db: Db,
  aliasIds: readonly string[],
  valueHash: Buffer,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly aliasId: string }>`
    select l.alias_id from alias_targets l join targets t on t.id = l.target_id
    where l.alias_id = any (${aliasIds}::uuid[]) and t.value_hash = ${valueHash}`.execute(db);
  return new Set(rows.map(({ aliasId }) => aliasId));
}
