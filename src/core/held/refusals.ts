import { sql } from 'kysely';
import type { HeldList } from '#contract/held/held.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { runEvery } from '#platform/run-every.ts';

/** Counts by week what aliases refuse whose owners want nothing held: a number, and nothing else of it. */
export interface Refusals {
  add(aliasId: string): void;
}

const dayMs = 24 * 60 * 60 * 1000;
const writeEveryMs = 10_000;

/** The Monday (UTC) of a moment's week, `YYYY-MM-DD`. */
function weekOf(nowMs: number): string {
  // 1970-01-01 was a Thursday.
  const day = Math.floor(nowMs / dayMs);
  return new Date((day - ((day + 3) % 7)) * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** In memory, and written every ten seconds and when `ending` runs: a flood of refused mail costs no row each. */
export function createRefusals(
  { database, clock, log }: Pick<CoreContext, 'database' | 'clock' | 'log'>,
  ending: { push(step: () => Promise<void>): unknown },
): Refusals {
  let counts = new Map<string, number>();

  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    counts = new Map();
    await database.pool.query(
      `insert into alias_refusals as was (alias_id, week, count)
       select a.id, $3::date, given.count from unnest($1::uuid[], $2::int[]) given (id, count) join aliases a on a.id = given.id
         and a.binned_at is null
       order by a.id
       on conflict (alias_id, week) do update set count = was.count + excluded.count`,
      [rows.map(([id]) => id), rows.map(([, count]) => count), weekOf(clock.now())],
    );
  };
  const report = (error: unknown): void => log.error('refusals_not_written', error);
  const stop = runEvery(writeEveryMs, write, report);
  ending.push(async () => {
    await stop();
    await write().catch(report);
  });
  return { add: (aliasId) => void counts.set(aliasId, (counts.get(aliasId) ?? 0) + 1) };
}

/** This week's and last week's numbers of an account, the largest first. */
export async function readRefusals(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
): Promise<HeldList['refusals']> {
  const [thisWeek, lastWeek] = [weekOf(clock.now()), weekOf(clock.now() - 7 * dayMs)];
  const { rows } = await sql<HeldList['refusals'][number]>`
    select a.id as alias_id, a.local_part || '@' || d.name as alias,
      coalesce(sum(r.count) filter (where r.week = ${thisWeek}::date), 0)::int as this_week,
      coalesce(sum(r.count) filter (where r.week = ${lastWeek}::date), 0)::int as last_week
    from alias_refusals r join aliases a on a.id = r.alias_id join domains d on d.id = a.domain_id
    where a.user_id = ${userId} and a.binned_at is null and r.week >= ${lastWeek}::date
    group by a.id, d.name order by sum(r.count) desc, a.id limit ${heldLimits.heldMessagesMax}`.execute(database.db);
  return rows;
}

/** Erases what is older than last week. */
export async function removeOldRefusals({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const lastWeek = weekOf(clock.now() - 7 * dayMs);
  await database.db
    .deleteFrom('aliasRefusals')
    .where('week', '<', sql<Date>`${lastWeek}::date`)
    .execute();
}
