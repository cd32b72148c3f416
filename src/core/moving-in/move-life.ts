import { sql } from 'kysely';
import { retention } from '#contract/retention/retention.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';

const dayMs = 24 * 60 * 60_000;

/** Forgets moves that nobody goes on with, with all that was read; and checklists on which nothing is left to do. */
export async function removeOldMoves({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - retention.moveDays * dayMs);
  await database.db.deleteFrom('moves').where('touchedAt', '<=', before).execute();
  await sql`delete from site_changes where user_id in (
    select c.user_id from site_changes c
    join ${aliasRows({ whereabouts: 'any' }, ['id', 'everUsed', 'binnedAt'])} a on a.id = c.alias_id
    group by c.user_id having bool_and(c.done or a.ever_used or a.binned_at is not null) and max(c.created_at) <= ${before})`.execute(
    database.db,
  );
}
