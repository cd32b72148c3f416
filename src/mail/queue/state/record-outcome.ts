import { sql } from 'kysely';
import { durably, nextAttemptSql } from '#mail/queue/state/spool-sql.ts';
import type { Database } from '#database/database.ts';
import { inBatches } from '#database/batch.ts';
import type { Lease } from '#mail/queue/state/deliveries-in-hand.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import type { Trace } from '#mail/queue/state/trace.ts';
import type { Wake } from '#mail/queue/state/wake.ts';

/**
 * `delivered`: nothing of it is kept, and other targets of the alias know that the message reached one. `ended`: refused
 * or dropped, nothing of it is kept. `later`: tried in vain, due by the schedule; `unanswered`: no server answered, due as
 * soon as one does, too. `now`: given up by us before it was tried, which is no attempt; due at once. `unreadable`: set aside
 * until its time is over.
 */
export type RecordedOutcome = 'delivered' | 'ended' | 'later' | 'unanswered' | 'now' | 'unreadable';

/** Writes outcomes down, those that come while a statement is under way together in the next one. */
export interface OutcomeRecorder {
  /**
   * Writes down how the work on a leased delivery ended, and gives the lease back. The message is erased with its last
   * delivery. Does nothing when the lease was lost to another process. @throws Error when the database cannot commit.
   */
  record(lease: Lease, outcome: RecordedOutcome): Promise<void>;
}

/**
 * Rows whose lease went to another process stay as they are. Two processes that end the last two deliveries of a
 * message in the same moment do not see each other: the sweep erases what they leave.
 */
const recordStatement = {
  name: 'spool-record-outcome',
  text: `
    with outcome as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) given (id, lease_id, outcome)),
    postponed as (
      update spool_deliveries d set lease_id = null, lease_until = null, leased_by = null,
        state = case o.outcome when 'unreadable' then 'set_aside' else 'waiting' end,
        attempts = greatest(0, d.attempts - case o.outcome when 'now' then 1 else 0 end),
        unanswered = o.outcome = 'unanswered',
        next_attempt_at = case o.outcome when 'now' then now() when 'unreadable' then d.expires_at + interval '1 day'
          else ${nextAttemptSql('d.attempts', '$4::float8[]', '$5::float8')} end
      from outcome o where d.id = o.id and d.lease_id = o.lease_id 
        and o.outcome in ('later', 'unanswered', 'now', 'unreadable')),
    ended as (
      delete from spool_deliveries d using outcome o
      where d.id = o.id and d.lease_id = o.lease_id and o.outcome in ('delivered', 'ended')
      returning d.id, d.message_id, d.alias_id, d.user_id, o.outcome),
    reached as (
      update spool_deliveries d set reached = true from ended e
      where e.outcome = 'delivered' and d.message_id = e.message_id and d.alias_id is not distinct from e.alias_id
        and d.user_id is not distinct from e.user_id and not d.reached
        and d.id not in (select id from outcome)),
    erased as (
      delete from spool_messages m where m.id in (select message_id from ended) and not exists (
        select from spool_deliveries d where d.message_id = m.id and d.id not in (select id from ended)))
    ${durably}`,
};

const groupLimits = { together: 500, patienceMs: null };

interface Ended {
  readonly lease: Lease;
  readonly outcome: RecordedOutcome;
}

export function createOutcomeRecorder({ pool }: Database, limits: MailLimits, trace: Trace): OutcomeRecorder {
  const write = inBatches(async (ended: readonly Ended[]) => {
    const values = [
      ended.map(({ lease }) => lease.deliveryId),
      ended.map(({ lease }) => lease.leaseId),
      ended.map(({ outcome }) => outcome),
      [...limits.retryDelaysMs],
      limits.retryJitter,
    ];
    await pool.query({ ...recordStatement, values });
    trace('outcome-recorded');
    return ended.map(() => undefined);
  }, groupLimits);
  return { record: (lease, outcome) => write({ lease, outcome }) };
}

/**
 * A destination answers, which was not known here: what waits for its answer is due at once. What it has put off itself keeps
 * its place in the schedule, as a program that starts anew knows of no answer yet.
 */
export async function makeDestinationDue(
  { database, wake }: { readonly database: Database; readonly wake: Wake },
  destinationHash: Buffer,
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('destinationHash', '=', destinationHash)
    .where('state', '=', 'waiting')
    .where('unanswered', '=', true)
    .where('nextAttemptAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) wake.notify();
}
