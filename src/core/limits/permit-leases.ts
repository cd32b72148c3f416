import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inBatches } from '#database/batch.ts';
import type { Database, Db } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { LentPermits, PermitLease } from '#platform/permits/permits.ts';

/** Advisory lock: the first eight octets of SHA-256("kauke places"), as any number would do. */
const permitsLock = '3306178242817640117';

/** Permits of several keys lent at once. */
const together = { together: 500, patienceMs: null };

/** A limit that programs share, as its table names it. Keys are opaque already: the name is for their kind. */
export function hashPermitKey(kind: string, key: string): Buffer {
  return createHash('sha256').update(`${kind}\0${key}`).digest();
}

/** While it lasts no other program leases anything. */
export function underPermitsLock<Result>(
  { db }: Database,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${permitsLock}::bigint)`.execute(transaction);
    return work(transaction);
  });
}

interface Wanted {
  readonly keyHash: Buffer;
  readonly permits: number;
  readonly max: number;
  readonly windowMs: number | null;
}

/** What one program leases from the database, which gives all together no more than there is. */
export interface PermitLeases {
  /** @throws Error when the database does not answer. */
  lease(wanted: Wanted): Promise<PermitLease>;
  giveBack(keyHash: Buffer, permits: number): Promise<void>;
}

/**
 * Grants at most what other live programs leave. Nothing while one of them has not listed what it holds, or when this one
 * does not count as alive itself.
 */
function leaseStatement(nodeId: string, wanted: readonly Wanted[]) {
  return sql<{ index: number; places: number; leftMs: number | null }>`
    with wanted as (
      select * from unnest(${wanted.map(({ keyHash }) => keyHash)}::bytea[], ${wanted.map(({ permits }) => permits)}::int[],
        ${wanted.map(({ max }) => max)}::int[], ${wanted.map(({ windowMs }) => windowMs)}::float8[])
        with ordinality wanted (key_hash, places, max, window_ms, index)),
    alive as (select id, holds_all from nodes where lease_until > statement_timestamp()),
    open as (
      select where exists (select from alive where id = ${nodeId})
        and not exists (select from alive where holds_all and id <> ${nodeId})),
    taken as (
      select w.key_hash, coalesce(sum(l.places), 0)::int as places, max(l.ends_at) as ends_at
      from wanted w left join place_leases l on l.key_hash = w.key_hash and l.node_id in (select id from alive)
        and (l.ends_at is null or l.ends_at > statement_timestamp())
      group by w.key_hash),
    granted as (
      select w.index, w.key_hash, least(w.places, w.max - t.places) as places,
        coalesce(t.ends_at, statement_timestamp() + w.window_ms * interval '1 ms') as ends_at
      from wanted w join taken t on t.key_hash = w.key_hash, open
      where t.places < w.max),
    written as (
      insert into place_leases as held (node_id, key_hash, places, ends_at)
      select ${nodeId}, key_hash, places, ends_at from granted
      on conflict (key_hash, node_id) do update set ends_at = excluded.ends_at,
        places = excluded.places + case when held.ends_at <= statement_timestamp() then 0 else held.places end)
    select index::int as index, places, (extract(epoch from ends_at - statement_timestamp()) * 1000)::float8 as left_ms
    from granted`;
}

export function createPermitLeases(database: Database, nodeId: string, clock: Clock): PermitLeases {
  const lease = inBatches(async (wanted: readonly Wanted[]) => {
    // Before the database looks at its clock, so that no window seems to last longer than it does.
    const askedAtMs = clock.now();
    const { rows } = await underPermitsLock(database, (transaction) =>
      leaseStatement(nodeId, wanted).execute(transaction),
    );
    const byIndex = new Map(rows.map((row) => [row.index - 1, row]));
    return wanted.map((_, index): PermitLease => {
      const row = byIndex.get(index);
      const leftMs = row?.leftMs ?? Infinity;
      return { permits: row?.places ?? 0, endsAtMs: askedAtMs + leftMs };
    });
  }, together);

  const giveBack = inBatches(async (given: readonly (readonly [keyHash: Buffer, permits: number])[]) => {
    await sql`
      with given as (
        select key_hash, sum(places)::int as places
        from unnest(${given.map(([keyHash]) => keyHash)}::bytea[], ${given.map(([, permits]) => permits)}::int[])
          given (key_hash, places)
        group by key_hash),
      emptied as (
        delete from place_leases l using given g
        where l.node_id = ${nodeId} and l.key_hash = g.key_hash and l.places <= g.places)
      update place_leases l set places = l.places - g.places from given g
      where l.node_id = ${nodeId} and l.key_hash = g.key_hash and l.places > g.places`.execute(database.db);
    return given.map(() => undefined);
  }, together);

  return { lease, giveBack: (keyHash, permits) => giveBack([keyHash, permits]) };
}

/** What a program has lent, as others see it. */
export interface ListedLease extends Omit<LentPermits, 'key'> {
  readonly keyHash: Buffer;
}

/** Lists anew what a program has lent. */
export async function writeLeases(
  transaction: Db,
  nodeId: string,
  lent: readonly ListedLease[],
  nowMs: number,
): Promise<void> {
  await sql`delete from place_leases where node_id = ${nodeId}`.execute(transaction);
  const leftMs = lent.map(({ endsAtMs }) => (endsAtMs === Infinity ? null : endsAtMs - nowMs));
  await sql`
    insert into place_leases (node_id, key_hash, places, ends_at)
    select ${nodeId}, key_hash, places, statement_timestamp() + left_ms * interval '1 ms'
    from unnest(${lent.map(({ keyHash }) => keyHash)}::bytea[], ${lent.map(({ permits }) => permits)}::int[],
      ${leftMs}::float8[]) lent (key_hash, places, left_ms)`.execute(transaction);
}
