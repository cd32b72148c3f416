import type { Database } from '#database/database.ts';
import type { Standing } from '#platform/metrics.ts';

const standingStatement = {
  name: 'spool-standing',
  text: `
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from spool_deliveries`,
};

/** How much waits, for whoever watches the program. @throws Error when the database does not answer. */
export async function readStanding({ pool }: Database): Promise<Standing> {
  const { rows } = await pool.query<{ waiting: number; oldest: number }>(standingStatement);
  const { waiting = 0, oldest = 0 } = rows[0] ?? {};
  return { spoolWaiting: waiting, spoolOldestSeconds: oldest, databaseConnections: pool.totalCount };
}
