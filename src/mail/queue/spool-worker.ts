import { sql } from 'kysely';
import { joinAliases } from '#core/alias-rows/read-rows.ts';
import { destroySpoolKey } from '#core/keys/spool-keys.ts';
import { notify } from '#core/notices/notify.ts';
import { anyOf } from '#database/any-of.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import { fromNowSql } from '#mail/queue/state/leases.ts';
import { spoolDay } from '#mail/queue/spool-sealing.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClaimedDelivery, claimDue } from '#mail/queue/claim-deliveries.ts';
import { deliverClaimed, leaseOf } from '#mail/queue/deliver-claimed.ts';
import type { MailLimits } from '#mail/mail-limits.ts';
import { suspendableOf } from '#mail/queue/state/suspension.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';

/** Deliveries taken at once; the next sweep takes the rest. */
const atOnce = 1000;
/** Aliases that one mail names. */
const maxNamed = 20;

interface DelayedRow {
  readonly userId: string;
  readonly aliasId: string;
  readonly count: number;
}

/**
 * Tells owners of mail that has waited long: one notice for all that was found late at once. Each delivery is marked once,
 * by one process only, together with the notice of it.
 * @throws Error when the database does not answer.
 */
async function noticeDelays(context: QueueContext): Promise<void> {
  const { database, limits } = context;
  const isLate = sql`noticed_at is null and user_id is not null and alias_id is not null
    and created_at < now() - ${limits.noticeAfterMs}::float8 * interval '1 millisecond'
    and not exists (select from users where id = user_id and (leaving_at is not null or suspended is not null))`;
  await database.db.transaction().execute(async (transaction) => {
    // The accounts before their mail: in the order of whoever deletes both. Those that are being changed are told later.
    const { rows: accounts } = await sql<{ id: string }>`
      select id from users
      where id in (select user_id from (select user_id from spool_deliveries where ${isLate} limit ${atOnce}) late)
      order by id for key share skip locked`.execute(transaction);
    if (accounts.length === 0) return;
    const { rows } = await sql<DelayedRow>`
      with late as (
        select id from spool_deliveries where ${isLate} and user_id = ${anyOf(accounts.map(({ id }) => id))}
        limit ${atOnce} for update skip locked),
      marked as (
        update spool_deliveries d set noticed_at = now() from late where d.id = late.id
        returning d.user_id, d.alias_id, d.message_id)
      select user_id, alias_id, count(distinct message_id)::int as count from marked group by 1, 2 order by 1`.execute(
      transaction,
    );
    const delayed = await joinAliases(transaction, rows, {}, ['address']);
    for (const [userId, own] of Map.groupBy(delayed, (row) => row.userId)) {
      const named = own.map(({ alias: { address: alias }, count }) => ({ alias, count }));
      const waiting = named.toSorted((one, other) => (one.alias < other.alias ? -1 : 1)).slice(0, maxNamed);
      await notify(context, { kind: 'delayed', userId, values: [waiting, limits] }, transaction);
    }
  });
}

/** Keys of the last two days may still be in use by a node whose clock is behind. */
const daysKept = 2;

/**
 * Erases what has no future, and tells of it: deliveries that waited too long, messages that lost their last delivery (with their alias
 * or account, or in a crash) and the spool keys of past days that no message needs.
 * @throws Error when the database does not answer.
 */
export async function sweepSpool(context: QueueContext): Promise<void> {
  const { database, clock, hold } = context;
  const { db } = database;
  // Nobody is told of what has not begun: its time goes on when the hold ends.
  if (hold.held) return;
  await bringBackStray(context);
  await giveUpExpired(context);
  await noticeDelays(context);
  await db
    .deleteFrom('spoolMessages')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('spoolDeliveries').select('id').whereRef('messageId', '=', 'spoolMessages.id'))),
    )
    .execute();
  const pastKeys = await db
    .selectFrom('keys')
    .select('version')
    .where('purpose', '=', 'spool')
    .where('version', '<', spoolDay(clock) - daysKept + 1)
    .execute();
  for (const { version } of pastKeys) await destroySpoolKey(database, version);
}

/** Nothing is put off so long, nor leased: a clock that has been put back says so. */
const strayAfter = `interval '1 day'`;

const strayStatement = {
  name: 'spool-stray',
  text: `
    update spool_deliveries set next_attempt_at = now(), created_at = least(created_at, now()),
      expires_at = least(expires_at, ${fromNowSql('$1::float8')}),
      lease_until = case when lease_until > now() + ${strayAfter} then ${fromNowSql('$2::float8')} else lease_until end
    where next_attempt_at > now() + ${strayAfter} and state in ('waiting', 'in_flight')`,
};

/** What was kept or tried while the clock was ahead would wait until it is there again, and nobody would be told. */
async function bringBackStray({ database, limits, log }: QueueContext): Promise<void> {
  const values = [limits.giveUpAfterMs, limits.leaseMs];
  const { rowCount } = await database.pool.query({ ...strayStatement, values });
  if (rowCount !== null && rowCount > 0) log.warn('spool.clock_put_back', { deliveries: rowCount });
}

/** Ends at once; the next sweep takes the rest. */
const expiredAtOnce = 200;

const expiredStatement = {
  name: 'spool-expired',
  text: `
    update spool_deliveries set state = 'in_flight', lease_id = $1, leased_by = $4, lease_until = ${fromNowSql('$2::float8')}
    where id in (
      select id from spool_deliveries
      where expires_at <= now() and (lease_until is null or lease_until < now())
      order by expires_at limit $3 for update skip locked)
    returning id, message_id`,
};

/**
 * Whoever must know is told before the row goes: RFC 3463 §3.5, 4.4.7: it took too long. Leased, so that of several
 * processes one tells; if that one is killed, the next sweep after its lease does.
 */
async function giveUpExpired(context: QueueContext): Promise<void> {
  const { database, leaseHolder, limits, log, random } = context;
  const leaseId = random.uuid();
  const { rows } = await database.pool.query<{ id: string; message_id: string }>({
    ...expiredStatement,
    values: [leaseId, limits.leaseMs, expiredAtOnce, leaseHolder],
  });
  for (const { id: deliveryId, message_id: messageId } of rows) {
    const lease = { deliveryId, messageId, leaseId };
    try {
      await failDelivery(context, { lease, status: '4.4.7', refusedRecipient: false });
      await context.outcomes.record(lease, 'ended');
    } catch (error) {
      log.error('spool.give_up_failed', error);
    }
  }
  if (rows.length > 0) log.warn('spool.gave_up', { deliveries: rows.length });
}

/** Delivers what waits in the spool. Any number of them may work on one database. */
export interface SpoolWorker {
  start(): void;
  /**
   * Claims nothing more, lets deliveries under way finish for `graceMs`, stops the others and gives their leases back.
   * A delivery whose final dot is still unanswered keeps its lease.
   */
  stop(graceMs: number): Promise<void>;
}

/** Whether the next sweep is still to come. More is left than lies between two only where the clock was put back. */
function isAhead(leftMs: number, { sweepEveryMs }: MailLimits): boolean {
  return leftMs > 0 && leftMs <= sweepEveryMs;
}

/** The worker of one process. It survives the loss of the database: it tries again, ever more slowly. */
export function createSpoolWorker(context: QueueContext): SpoolWorker {
  const { clock, inHand, limits, log, wake } = context;
  const octets = new Semaphore({ max: limits.workerMaxBytes, maxPerKey: limits.workerMaxBytesPerDestination });
  const room = createWorkerRoom(limits);
  const stopping = new AbortController();
  let sweepAtMs = 0;
  let loop: Promise<void> = Promise.resolve();

  const begin = (claimed: ClaimedDelivery, slot: Slot): void => {
    const place = room.enter();
    const late = (): void => {
      slot.late();
      place.late();
      wake.notify();
    };
    const { userId, aliasId, recipientSealed } = claimed;
    const whose = suspendableOf({ userId, aliasId, isSent: recipientSealed !== null });
    inHand.run(leaseOf(claimed), whose, (signal) =>
      deliverClaimed(context, claimed, { ...slot, late }, octets, signal).finally(() => {
        place.leave();
        wake.notify();
      }),
    );
  };

  const sweepWhenDue = async (): Promise<void> => {
    if (isAhead(sweepAtMs - clock.now(), limits)) return;
    sweepAtMs = clock.now() + limits.sweepEveryMs;
    await sweepSpool(context).catch((error: unknown) => log.error('spool.sweep_failed', error));
  };

  const work = async (): Promise<void> => {
    const { signal } = stopping;
    let pauseMs = limits.workerPauseFirstMs;
    while (!signal.aborted) {
      try {
        await sweepWhenDue();
        const begun = await claimDue(context, room.free, begin);
        pauseMs = limits.workerPauseFirstMs;
        if (begun === 0) await wake.wait(limits.workerPollMs, signal);
      } catch (error) {
        log.error('spool.worker_failed', error, { pauseMs });
        await pause(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(pauseMs * 2, limits.workerPauseMaxMs);
      }
    }
  };

  return {
    start: () => {
      inHand.open();
      loop = work();
    },
    stop: async (graceMs) => {
      stopping.abort();
      await loop;
      await inHand.stop(graceMs);
    },
  };
}

/** How many more deliveries the worker may take on. */
interface WorkerRoom {
  readonly free: number;
  enter(): WorkerPlace;
}

interface WorkerPlace {
  /** It takes long: from now on it leaves its room to others, as far as not too many do. */
  late(): void;
  leave(): void;
}

function createWorkerRoom({ workerAttemptsAtOnce, workerLateAttempts }: MailLimits): WorkerRoom {
  let taken = 0;
  let late = 0;
  return {
    get free() {
      return workerAttemptsAtOnce - taken;
    },
    enter: () => {
      let isLate = false;
      taken += 1;
      return {
        late: () => {
          if (isLate || late >= workerLateAttempts) return;
          isLate = true;
          late += 1;
          taken -= 1;
        },
        leave: () => {
          if (isLate) late -= 1;
          else taken -= 1;
        },
      };
    },
  };
}
