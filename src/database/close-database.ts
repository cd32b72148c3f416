import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/database.ts';

/**
 * Disconnects once queries in hand have come back, or after `graceMs`. Not by Kysely's `destroy`: it loses a
 * connection that is being handed out at that moment, and then waits for it for ever.
 */
export async function closeDatabase({ pool }: Database, graceMs = 3_000): Promise<void> {
  const timer = new AbortController();
  await Promise.race([pool.end(), pause(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
