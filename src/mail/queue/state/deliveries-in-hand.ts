import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/database.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import { fromNowSql } from '#mail/queue/state/spool-sql.ts';
import type { Stoppable, Stops } from '#mail/queue/state/stops.ts';
import type { Log } from '#platform/log.ts';

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
  run(lease: Lease, whose: Stoppable, work: (signal: AbortSignal) => Promise<void>): void;
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
  readonly stops: Stops;
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
