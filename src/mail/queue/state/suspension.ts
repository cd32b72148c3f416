import type { SuspensionScope } from '#contract/sign-in.ts';
import type { Database, Db } from '#database/database.ts';
import type { Clock } from '#platform/clock.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import type { DestinationLimits } from '#protocol/smtp-client/destination-limits.ts';

/** Whose mail is under way: what an account sends, or what comes to it. Null: mail of ours, which nobody suspends. */
export type Suspendable = { readonly userId: string; readonly isSent: boolean } | null;

/** What the operator has stopped, as far as a process must know it without asking: accounts and destinations. */
export interface SuspensionWatch {
  /** Calls `stop` once, at once or until the function it returns is called, when mail of one of these must not leave. */
  watch(whose: readonly Suspendable[], stop: () => void): () => void;
  /** Whether nothing is to be tried at a destination, by its key; at most five seconds late. */
  holds(destination: string): boolean;
  close(): void;
}

/** Whose a delivery is: what is sent as an alias goes to no target of it. */
export function suspendableOf({
  userId,
  aliasId,
  isSent,
}: {
  readonly userId: string | null;
  readonly aliasId: string | null;
  readonly isSent: boolean;
}): Suspendable {
  return userId === null || aliasId === null ? null : { userId, isSent };
}

/** While something is under way: often enough that nothing of a suspended account leaves a second later. */
const busyMs = 300;
const idleMs = 5_000;

/** Accounts that were suspended before can have nothing under way any more. */
const statement = {
  name: 'stopped-now',
  text: `
    select id, suspended, null as destination from users where suspended_at > now() - interval '1 hour'
    union all select null, null, encode(destination_hash, 'base64') from queue_holds`,
};

type Row =
  | { readonly id: string; readonly suspended: SuspensionScope; readonly destination: null }
  | { readonly id: null; readonly destination: string };

interface Watched {
  readonly whose: readonly Suspendable[];
  readonly stop: () => void;
}

/** Reads them again and again: one query of the process, however much is under way. */
export function createSuspensionWatch({ pool }: Database, clock: Clock): SuspensionWatch {
  const watched = new Set<Watched>();
  let suspended: ReadonlyMap<string, SuspensionScope> = new Map();
  let held: ReadonlySet<string> = new Set();
  let readAtMs = -Infinity;
  let isReading = false;

  const isStopped = (one: Suspendable): boolean => {
    const scope = one === null ? undefined : suspended.get(one.userId);
    return scope === 'all' || (scope === 'sending' && one?.isSent === true);
  };

  const read = async (): Promise<void> => {
    const { rows } = await pool.query<Row>(statement);
    suspended = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row.suspended] as const])));
    held = new Set(rows.flatMap((row) => row.destination ?? []));
    readAtMs = clock.now();
    if (suspended.size === 0) return;
    for (const one of watched) {
      if (!one.whose.some(isStopped)) continue;
      watched.delete(one);
      one.stop();
    }
  };

  const tick = (): void => {
    if (isReading || (watched.size === 0 && clock.now() - readAtMs < idleMs)) return;
    isReading = true;
    // A silent database is told of elsewhere, and takes no suspension either.
    void read()
      .catch(() => {})
      .finally(() => (isReading = false));
  };

  tick();
  const timer = setInterval(tick, busyMs).unref();

  return {
    watch: (whose, stop) => {
      if (whose.every((one) => one === null)) return () => {};
      const ageMs = clock.now() - readAtMs;
      // An old reading may name an account that was resumed since.
      if (ageMs < 2 * busyMs && whose.some(isStopped)) {
        stop();
        return () => {};
      }
      const one = { whose, stop };
      watched.add(one);
      // Nor does it name who was suspended since, whose mail may be gone before the next one.
      if (ageMs >= busyMs) tick();
      return () => watched.delete(one);
    },
    holds: (destination) => held.has(destination),
    close: () => clearInterval(timer),
  };
}

/** Whether mail waits because this database was restored from a backup: the server it was made on may send it, too. */
export interface QueueFreeze {
  readonly held: boolean;
  /** Settles when mail may leave. */
  readonly released: Promise<void>;
  /** Stops asking. */
  close(): void;
}

async function isHeld(db: Db): Promise<boolean> {
  return (await db.selectFrom('deliveryHold').select('since').limit(1).executeTakeFirst()) !== undefined;
}

const askEveryMs = 1_000;

/** Asks once; only where mail is held it goes on asking. */
export async function openQueueFreeze({ database, log }: Pick<CoreContext, 'database' | 'log'>): Promise<QueueFreeze> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hold = { held: await isHeld(database.db) };
  const waitForRelease = async (): Promise<void> => {
    log.warn('delivery_held');
    while (hold.held) {
      await pause(askEveryMs, undefined, { signal });
      hold.held = await isHeld(database.db).catch(() => true);
    }
    log.info('delivery_released');
  };
  // A program that stops meanwhile never gets so far.
  const released = hold.held
    ? new Promise<void>((resolve) => void waitForRelease().then(resolve, () => {}))
    : Promise.resolve();
  return {
    get held() {
      return hold.held;
    },
    released,
    close: () => stopping.abort(),
  };
}

/** Nothing is dialed while mail is held: what comes waits. */
export function freezeDestinations(limits: DestinationLimits, hold: Pick<QueueFreeze, 'held'>): DestinationLimits {
  return {
    enter: (destination, signal) => (hold.held ? Promise.resolve(null) : limits.enter(destination, signal)),
    reserve: (destination, wanted) => (hold.held ? Promise.resolve([]) : limits.reserve(destination, wanted)),
  };
}

/**
 * Lets mail go that a restore has held: all that waits is due at once, and has the time it had when the backup was made. Nobody
 * is told that it waits, as it goes now.
 * @returns how many deliveries wait; null where nothing was held.
 */
export function endQueueFreeze({ db }: Pick<CoreContext['database'], 'db'>): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const hold = await transaction.deleteFrom('deliveryHold').returning('since').executeTakeFirst();
    if (hold === undefined) return null;
    const { rows } = await sql`
      update spool_deliveries set next_attempt_at = now(), lease_id = null, leased_by = null, lease_until = null,
        noticed_at = coalesce(noticed_at, now()),
        expires_at = expires_at + (now() - greatest(created_at, ${hold.since}::timestamptz))
      returning id`.execute(transaction);
    return rows.length;
  });
}
