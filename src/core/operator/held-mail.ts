import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#database/database.ts';

/**
 * SQL: whether the waiting delivery `d` of the account `u` (null: of nobody) is held, as its destination is, or what the
 * account sends or gets. Mail of ours to an owner, which names no alias, goes to who is suspended. The one place that says so.
 */
export const isHeld = `(exists (select from queue_holds h where h.destination_hash = d.destination_hash)
  or coalesce(d.alias_id is not null
    and (u.suspended = 'all' or u.suspended = 'sending' and d.recipient_sealed is not null), false))`;

/** SQL: the next attempt of a held delivery. It is never reached: the delivery is given up a day before. */
export const neverDue = `d.expires_at + interval '1 day'`;

/**
 * Holds what waits and must not leave, and lets go what may, after a change of what is stopped. What is under way or comes
 * later is sorted when it is claimed. `which`: a condition on the delivery `d`.
 */
export async function sortWaiting(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update spool_deliveries d set state = case when held then 'held' else 'waiting' end,
      next_attempt_at = case when held then ${sql.raw(neverDue)} when d.state = 'held' then now() else next_attempt_at end
    from (
      select d.id, ${sql.raw(isHeld)} as held from spool_deliveries d left join users u on u.id = d.user_id
      where ${which} and d.state in ('waiting', 'held') for update of d) sorted
    where sorted.id = d.id`.execute(db);
}
