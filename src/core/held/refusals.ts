import { sql } from 'kysely';
import type { HeldList } from '#contract/held/held.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { retention } from '#contract/retention/retention.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { gatherCounts, type Ending } from '#core/stats/gather-counts.ts';

/** Counts by week what aliases refuse whose owners want nothing held: a number, and nothing else of it. */
export interface Refusals {
  add(aliasId: string): void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The Monday (UTC) of a moment's week, `YYYY-MM-DD`. */
function weekOf(nowMs: number): string {
  // 1970-01-01 was a Thursday.
  const day = Math.floor(nowMs / dayMs);
  return new Date((day - ((day + 3) % 7)) * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Counted in memory first (`gatherCounts`): a flood of refused mail costs no row each. */
export function createRefusals(context: Pick<CoreContext, 'database' | 'clock' | 'log'>, ending: Ending): Refusals {
  const { database, clock } = context;
  const count = gatherCounts<{ id: string; week: string }>(context, ending, {
    fault: 'refusals_not_written',
    write: (rows) =>
      database.db.transaction().execute(async (db) => {
        // One may be deleted at the same time.
        const held = await readAliasIds(db, { ids: rows.map(({ id }) => id) }, 'key share');
        await sql`
          insert into alias_refusals as was (alias_id, week, count)
          select id, week, count
          from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ week }) => week)}::date[],
            ${rows.map((row) => row.count)}::int[]) given (id, week, count)
          where id = any (${held}::uuid[]) order by id, week
          on conflict (alias_id, week) do update set count = was.count + excluded.count`.execute(db);
      }),
  });
  return {
    add: (id) => {
      const week = weekOf(clock.now());
      count(`${id} ${week}`, () => ({ id, week }));
    },
  };
}

/** This week's and last week's numbers of an account, the largest first. */
export async function readRefusals(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
): Promise<HeldList['refusals']> {
  const [thisWeek, lastWeek] = [weekOf(clock.now()), weekOf(clock.now() - 7 * dayMs)];
  const refused = sql`select alias_id from alias_refusals where week >= ${lastWeek}::date`;
  const aliases = await readAliasRows(database.db, { userId, within: refused }, ['id', 'address']);
  const { rows } = await sql<Omit<HeldList['refusals'][number], 'alias'>>`
    select alias_id, coalesce(sum(count) filter (where week = ${thisWeek}::date), 0)::int as this_week,
      coalesce(sum(count) filter (where week = ${lastWeek}::date), 0)::int as last_week
    from alias_refusals
    where alias_id = any (${aliases.map(({ id }) => id)}::uuid[]) and week >= ${lastWeek}::date
    group by alias_id order by sum(count) desc, alias_id limit ${heldLimits.heldMessagesMax}`.execute(database.db);
  const addresses = new Map(aliases.map(({ id, address }) => [id, address]));
  return rows.map((row) => ({ ...row, alias: addresses.get(row.aliasId) ?? '' }));
}

/** Erases what is older than last week. */
export async function removeOldRefusals({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const lastWeek = weekOf(clock.now() - (retention.refusalWeeks - 1) * 7 * dayMs);
  await database.db
    .deleteFrom('aliasRefusals')
    .where('week', '<', sql<Date>`${lastWeek}::date`)
    .execute();
}
