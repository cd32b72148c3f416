import type { Db } from '#database/database.ts';

/** The accounts that may open the operator's page, in the order in which they were named. */
export async function listOperators(db: Db): Promise<{ readonly id: string; readonly since: Date }[]> {
  const rows = await db.selectFrom('operators').select(['userId', 'createdAt']).orderBy('createdAt').execute();
  return rows.map(({ userId: id, createdAt: since }) => ({ id, since }));
}
