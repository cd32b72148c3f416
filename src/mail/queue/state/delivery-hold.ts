import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';
import type { DestinationLimits } from '#protocol/smtp-client/destination-limits.ts';

/** Whether mail waits because this database was restored from a backup: the server it was made on may send it, too. */
export interface DeliveryHold {
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
export async function openDeliveryHold({
  database,
  log,
}: Pick<CoreContext, 'database' | 'log'>): Promise<DeliveryHold> {
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
export function holdDestinations(limits: DestinationLimits, hold: Pick<DeliveryHold, 'held'>): DestinationLimits {
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
export function releaseDelivery({ db }: Pick<CoreContext['database'], 'db'>): Promise<number | null> {
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
