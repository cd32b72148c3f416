import type { Database } from '#database/database.ts';
import { inGroups } from '#database/in-groups.ts';
import type { Lease } from '#mail/queue/deliveries-in-hand.ts';
import type { MailLimits } from '#mail/queue/mail-limits.ts';
import type { Trace } from '#mail/queue/trace.ts';

/** `ms` milliseconds from now on the database's clock. `ms` is SQL, such as `$3::float8`. */
export function fromNowSql(ms: string): string {
  return `now() + ${ms} * interval '1 millisecond'`;
}

/**
 * When to try again after `attempts` (≥ 1) attempts, the last of them now. All are SQL; `delaysMs` a float8[],
 * `jitter` a float8.
 */
export function nextAttemptSql(attempts: string, delaysMs: string, jitter: string): string {
  return fromNowSql(
    `(${delaysMs})[least(${attempts}, array_length(${delaysMs}, 1))] * (1 + ${jitter} * (2 * random() - 1))`,
  );
}

/**
 * Makes the commit of a statement wait for stable storage, whatever the database is set to. A main query, as PostgreSQL
 * need not run a `with` query that nobody reads.
 */
export const durably = `select set_config('synchronous_commit', 'on', true)`;

/**
 * `delivered`: nothing of it is kept, and other targets of the alias know that the message reached one. `ended`: refused
 * or dropped, nothing of it is kept. `later`: tried in vain, due by the schedule. `now`: given up by us before it was
 * tried, due at once.
 */
export type Settlement = 'delivered' | 'ended' | 'later' | 'now';

/** Writes outcomes down, those that come while a statement is under way together in the next one. */
export interface Settlements {
  /**
   * Writes down how the work on a leased delivery ended, and gives the lease back. The message is erased with its last
   * delivery. Does nothing when the lease was lost to another process. @throws Error when the database cannot commit.
   */
  settle(lease: Lease, settlement: Settlement): Promise<void>;
}

/**
 * Rows whose lease went to another process stay as they are. Two processes that end the last two deliveries of a
 * message in the same moment do not see each other: the sweep erases what they leave.
 */
const settleStatement = {
  name: 'spool-settle',
  text: `
    with outcome as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) outcome (id, lease_id, settlement)),
    postponed as (
      update spool_deliveries d set state = 'waiting', lease_id = null, lease_until = null,
        next_attempt_at = case o.settlement when 'now' then now()
          else ${nextAttemptSql('d.attempts', '$4::float8[]', '$5::float8')} end
      from outcome o where d.id = o.id and d.lease_id = o.lease_id and o.settlement in ('later', 'now')),
    ended as (
      delete from spool_deliveries d using outcome o
      where d.id = o.id and d.lease_id = o.lease_id and o.settlement in ('delivered', 'ended')
      returning d.id, d.message_id, d.alias_id, o.settlement),
    reached as (
      update spool_deliveries d set reached = true from ended e
      where e.settlement = 'delivered' and d.message_id = e.message_id and d.alias_id = e.alias_id and not d.reached
        and d.id not in (select id from outcome)),
    erased as (
      delete from spool_messages m where m.id in (select message_id from ended) and not exists (
        select from spool_deliveries d where d.message_id = m.id and d.id not in (select id from ended)))
    ${durably}`,
};

const groupLimits = { together: 500, patienceMs: null };

interface Ended {
  readonly lease: Lease;
  readonly settlement: Settlement;
}

export function createSettlements({ pool }: Database, limits: MailLimits, trace: Trace): Settlements {
  const write = inGroups(async (ended: readonly Ended[]) => {
    const values = [
      ended.map(({ lease }) => lease.deliveryId),
      ended.map(({ lease }) => lease.leaseId),
      ended.map(({ settlement }) => settlement),
      [...limits.retryDelaysMs],
      limits.retryJitter,
    ];
    await pool.query({ ...settleStatement, values });
    trace('settled');
    return ended.map(() => undefined);
  }, groupLimits);
  return { settle: (lease, settlement) => write({ lease, settlement }) };
}
