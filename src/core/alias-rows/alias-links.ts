import { sql } from 'kysely';
import { aliasIds, aliasRows } from '#core/alias-rows/read-rows.ts';
import type { WhichAliases } from '#core/alias-rows/which-aliases.ts';
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
  ids: readonly string[],
  targetIds: readonly string[],
): Promise<void> {
  await sql`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select a.id, t.id, t.place - 1, ${new Date(clock.now())}
    from unnest(${ids}::uuid[]) a (id) cross join unnest(${targetIds}::uuid[]) with ordinality t (id, place)
    on conflict (alias_id, target_id) do update set position = excluded.position`.execute(db);
}

/** Ends the links of aliases to all other targets than these. */
export async function unlinkOthers(db: NotedDb, ids: readonly string[], keptIds: readonly string[]): Promise<void> {
  await sql`delete from alias_targets where alias_id = any (${ids}::uuid[])
    and target_id <> all (${keptIds}::uuid[])`.execute(db);
}

/** Aliases that forward to the same targets, in the same order. */
interface SameTargets {
  readonly targetIds: readonly string[];
  readonly aliasIds: readonly string[];
}

/** Aliases by what they forward to now: mostly these are few groups. */
export async function groupByTargets(db: Db, ids: readonly string[]): Promise<SameTargets[]> {
  const { rows } = await sql<SameTargets>`
    select target_ids, array_agg(id order by id) as alias_ids
    from (
      select a.id, array(
        select l.target_id from alias_targets l where l.alias_id = a.id order by l.position) as target_ids
      from unnest(${ids}::uuid[]) a (id)) as linked
    group by target_ids`.execute(db);
  return rows;
}

/** The targets that any of these aliases forwards to, each once, in no order. */
export async function findTargetIds(db: Db, ids: readonly string[]): Promise<string[]> {
  return [...new Set((await groupByTargets(db, ids)).flatMap(({ targetIds }) => targetIds))];
}

/** Links a target again to those aliases of an account whose other targets are the same as then. Returns their ids. */
export async function linkAgain(
  db: Db,
  { clock }: { readonly clock: Clock },
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
  group: LinkGroup,
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
export async function findServedBy(db: Db, ids: readonly string[], valueHash: Buffer): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly aliasId: string }>`
    select l.alias_id from alias_targets l join targets t on t.id = l.target_id
    where l.alias_id = any (${ids}::uuid[]) and t.value_hash = ${valueHash}`.execute(db);
  return new Set(rows.map(({ aliasId }) => aliasId));
}

/** A target that an alias forwards to. */
interface Destination {
  readonly aliasId: string;
  readonly id: string;
  readonly valueSealed: Buffer;
}

/** The targets of aliases of which this holds (SQL of a target `t`), in their order, by the alias. */
export async function readDestinations(
  db: Db,
  which: WhichAliases,
  condition: string,
): Promise<ReadonlyMap<string, readonly Destination[]>> {
  const { rows } = await sql<Destination>`
    select l.alias_id, t.id, t.value_sealed from alias_targets l join targets t on t.id = l.target_id
    where l.alias_id in ${aliasIds(which)} and ${sql.raw(condition)} order by l.position`.execute(db);
  return Map.groupBy(rows, ({ aliasId }) => aliasId);
}

/** An alias by the id of its link to a target, which bounce addresses carry, with that target. Undefined: the link or the alias is gone. */
export async function findByLink(db: Db, linkId: string, which: WhichAliases) {
  return db
    .selectFrom('aliasTargets as l')
    .innerJoin(aliasRows(which, ['id', 'userId', 'localPart', 'domainId', 'domain']).as('a'), 'a.id', 'l.aliasId')
    .select(['a.id', 'a.userId', 'a.localPart', 'a.domainId', 'a.domain', 'l.targetId'])
    .where('l.id', '=', linkId)
    .executeTakeFirst();
}

/** What an account gives its aliases, each with the table that says which have it. */
const linked = {
  targets: { links: sql.raw('alias_targets'), by: sql.raw('target_id') },
  labels: { links: sql.raw('alias_labels'), by: sql.raw('label_id') },
} as const;

/**
 * How many aliases each target or label of an account has, or each of these: all links but those of aliases in the bin, which are few. What none has
 * may be missing.
 */
export async function countLinks(
  db: Db,
  of: keyof typeof linked,
  { userId, ids }: { readonly userId: string; readonly ids?: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { links, by } = linked[of];
  const { rows } = await sql<{ readonly id: string; readonly count: number }>`
    select own.id, ((select count(*) from ${links} l where l.${by} = own.id) - (
      select count(*) from ${aliasIds({ userId, whereabouts: 'binned' })} a
      join ${links} l on l.alias_id = a.id where l.${by} = own.id))::int as count
    from ${sql.raw(of)} own where own.user_id = ${userId} and (${ids === undefined} or own.id = any (${ids ?? []}::uuid[]))`.execute(
    db,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Aliases that forward to a target and to the same others, in the order of those, and the place of the target with each. */
export interface LinkGroup {
  readonly others: string[];
  readonly aliasIds: string[];
  readonly positions: number[];
}

/** The aliases that forward to a target, in the bin or not, by where else they forward to: mostly these are few groups. */
export async function groupByOthers(db: Db, targetId: string): Promise<LinkGroup[]> {
  const { rows } = await sql<LinkGroup>`
    select others, array_agg(alias_id) as alias_ids, array_agg(position) as positions
    from (
      select own.alias_id, own.position, array(
        select l.target_id from alias_targets l where l.alias_id = own.alias_id and l.id <> own.id order by l.position
      ) as others
      from alias_targets own where own.target_id = ${targetId}) as linked
    group by others`.execute(db);
  return rows;
}

/** Ends all links to a target. */
export async function unlinkTarget(db: Db, targetId: string): Promise<void> {
  await db.deleteFrom('aliasTargets').where('targetId', '=', targetId).execute();
}

/** Gives all links to a target to another one. Where two would stand beside each other the new one stays. */
export async function copyLinks(db: Db, formerId: string, targetId: string): Promise<void> {
  await sql`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select alias_id, ${targetId}, position, created_at from alias_targets where target_id = ${formerId}
    on conflict (alias_id, target_id) do nothing`.execute(db);
}
