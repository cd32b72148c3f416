import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/database.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import type { Suspendable, SuspensionWatch } from '#mail/queue/state/suspension.ts';
import type { Log } from '#platform/log.ts';
import { sql } from 'kysely';
import { inBatches } from '#database/batch.ts';
import type { Trace } from '#mail/queue/state/delivery.ts';

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

/** Lets whoever makes a delivery due wake the worker of the same process. */
export interface Wake {
  notify(): void;
  /** Resolves at the next `notify`, at once when one came since the last wait, or after `timeoutMs`, or on abort. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  let pending = false;
  let resume: (() => void) | null = null;
  return {
    notify: () => {
      pending = true;
      resume?.();
    },
    wait: (timeoutMs, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resume = null;
          pending = false;
          resolve();
        };
        const timer = setTimeout(end, timeoutMs);
        signal.addEventListener('abort', end, { once: true });
        resume = end;
        if (pending || signal.aborted) end();
      }),
  };
}

/** The right to work on a spooled delivery. It ends by the database's clock unless renewed. */
export interface Lease {
  readonly deliveryId: string;
  readonly messageId: string;
  readonly leaseId: string;
}

/** The spooled deliveries this process works on; keeps their leases alive. */
export interface DeliveriesInHand {
  readonly count: number;
  /** A worker runs in this process and may take one more from memory. */
  readonly hasRoom: boolean;
  /** The worker runs, until `stop`. */
  open(): void;
  /**
   * Starts `work` on a leased delivery. Its signal aborts when the lease is lost, the account is suspended or the program stops; work then ends
   * as soon as it can without making a second copy. Errors are logged; the lease then runs out by itself.
   */
  run(lease: Lease, whose: Suspendable, work: (signal: AbortSignal) => Promise<void>): void;
  /** Lets work finish for `graceMs`, then aborts it. What still waits for an answer afterwards keeps its lease. */
  stop(graceMs: number): Promise<void>;
}

/** After an abort, time to write down how the work ended. */
const lastWordsMs = 1000;

interface Held {
  readonly lease: Lease;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const renewStatement = {
  name: 'spool-renew',
  text: `
    update spool_deliveries d set lease_until = ${fromNowSql('$3::float8')}
    from unnest($1::uuid[], $2::uuid[]) held (id, lease_id)
    where d.id = held.id and d.lease_id = held.lease_id
    returning d.id`,
};

export interface InHandParts {
  readonly database: Database;
  readonly limits: MailLimits;
  readonly log: Log;
  readonly stops: SuspensionWatch;
}

/** Waits for `work`, but not longer than `ms`. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, pause(ms, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}

export function createDeliveriesInHand({ database, limits, log, stops }: InHandParts): DeliveriesInHand {
  const held = new Map<string, Held>();
  let timer: NodeJS.Timeout | null = null;
  let isOpen = false;

  const renew = async (): Promise<void> => {
    const asked = [...held.values()];
    const deliveryIds = asked.map(({ lease }) => lease.deliveryId);
    const leaseIds = asked.map(({ lease }) => lease.leaseId);
    const values = [deliveryIds, leaseIds, limits.leaseMs];
    const { rows } = await database.pool.query<{ id: string }>({ ...renewStatement, values });
    const renewed = new Set(rows.map(({ id }) => id));
    for (const { lease, abort } of asked) if (!renewed.has(lease.deliveryId)) abort.abort();
  };

  const startRenewing = (): void => {
    timer ??= setInterval(() => {
      if (held.size > 0) renew().catch((error: unknown) => log.error('spool.renew_failed', error));
    }, limits.leaseRenewMs).unref();
  };

  const allDone = async (): Promise<void> => {
    await Promise.all([...held.values()].map(({ done }) => done));
  };

  return {
    get count() {
      return held.size;
    },
    get hasRoom() {
      return isOpen && held.size < limits.workerAttemptsAtOnce;
    },
    open: () => {
      isOpen = true;
    },
    run: (lease, whose, work) => {
      startRenewing();
      const abort = new AbortController();
      const unwatch = stops.watch([whose], () => abort.abort());
      const done = work(abort.signal)
        .catch((error: unknown) => log.error('spool.delivery_failed', error))
        .finally(() => {
          unwatch();
          held.delete(lease.deliveryId);
        });
      held.set(lease.deliveryId, { lease, abort, done });
    },
    stop: async (graceMs) => {
      isOpen = false;
      await within(allDone(), graceMs);
      for (const { abort } of held.values()) abort.abort();
      await within(allDone(), lastWordsMs);
      stops.close();
      if (timer !== null) clearInterval(timer);
      timer = null;
    },
  };
}

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
 * Rows whose lease went to another process stay as they are. One statement changes a row but once, so that of two outcomes
 * for one alias the one that waits learns in its own change that the other was delivered. Two processes that end the last two deliveries of a
 * message in the same moment do not see each other: the sweep erases what they leave.
 */
const recordStatement = {
  name: 'spool-record-outcome',
  text: `
    with outcome as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) given (id, lease_id, outcome)),
    delivered as (
      select d.message_id, d.origin, d.alias_id, d.user_id from spool_deliveries d join outcome o
        on d.id = o.id and d.lease_id = o.lease_id and o.outcome = 'delivered'),
    postponed as (
      update spool_deliveries d set lease_id = null, lease_until = null, leased_by = null,
        state = case o.outcome when 'unreadable' then 'set_aside' else 'waiting' end,
        attempts = greatest(0, d.attempts - case o.outcome when 'now' then 1 else 0 end),
        unanswered = o.outcome = 'unanswered',
        reached = d.reached or exists (select from delivered e
          where (d.message_id = e.message_id or d.origin = e.origin) and d.alias_id is not distinct from e.alias_id
            and d.user_id is not distinct from e.user_id),
        next_attempt_at = case o.outcome when 'now' then now() when 'unreadable' then d.expires_at + interval '1 day'
          else ${nextAttemptSql('d.attempts', '$4::float8[]', '$5::float8')} end
      from outcome o where d.id = o.id and d.lease_id = o.lease_id 
        and o.outcome in ('later', 'unanswered', 'now', 'unreadable')),
    ended as (
      delete from spool_deliveries d using outcome o
      where d.id = o.id and d.lease_id = o.lease_id and o.outcome in ('delivered', 'ended')
      returning d.id, d.message_id, d.origin, d.alias_id, d.user_id, o.outcome),
    reached as (
      update spool_deliveries d set reached = true from ended e
      where e.outcome = 'delivered' and d.message_id = e.message_id and d.alias_id is not distinct from e.alias_id
        and d.user_id is not distinct from e.user_id and not d.reached
        and d.id not in (select id from outcome)),
    reached_by_others as (
      update spool_deliveries d set reached = true from ended e
      where e.outcome = 'delivered' and d.origin = e.origin and d.message_id <> e.message_id
        and d.alias_id is not distinct from e.alias_id and d.user_id is not distinct from e.user_id and not d.reached
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
