import { sql } from 'kysely';
import { retention } from '#contract/retention/retention.ts';
import { eraseOfIdle } from '#core/alias-rows/change-rows.ts';
import type { CoreContext } from '#core/core-context.ts';

const dayMs = 24 * 60 * 60_000;

/** Forgets moves that nobody goes on with, with all that was read; and checklists on which nothing is left to do. */
export async function removeOldMoves({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - retention.moveDays * dayMs);
  await database.db.deleteFrom('moves').where('touchedAt', '<=', before).execute();
  const old = sql`select user_id from site_changes group by user_id having max(created_at) <= ${before}`;
  const toDo = sql`select alias_id from site_changes where not done and user_id in (${old})`;
  await eraseOfIdle(database.db, 'site_changes', { within: toDo, everUsed: false }, sql`user_id in (${old})`);
}
