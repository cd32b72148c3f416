import type { Db } from '#database/database.ts';

/** The targets an alias forwards to, in no order. */
export async function findTargetIds(db: Db, aliasId: string): Promise<string[]> {
  const links = await db.selectFrom('aliasTargets').select('targetId').where('aliasId', '=', aliasId).execute();
  return links.map(({ targetId }) => targetId);
}
