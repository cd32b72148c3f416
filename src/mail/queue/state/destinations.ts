import { sql } from 'kysely';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import type { Wake } from '#mail/queue/state/wake.ts';
import type { Transport } from '#protocol/smtp-client/transport.ts';

/** The opaque name of a destination. */
export function hashDestination(keys: KeyRing, name: string): Buffer {
  return keys.lookupHash('spool.destination', name);
}

/** Names where a recipient's mail goes, without telling it: deliveries with one hash share limits and fate. */
export function destinationHash(keys: KeyRing, transport: Transport, rcptTo: string): Buffer {
  return hashDestination(keys, transport.destinationOf(rcptTo));
}

/** The same as a key for maps in memory. */
export function destinationKey(hash: Buffer): string {
  return hash.toString('base64');
}

/** Whether a recipient is a webhook's URL; no address begins so, as `:` and `/` must be quoted there (RFC 5321 §4.1.2). */
export function isWebhookUrl(rcptTo: string): boolean {
  return /^https?:\/\//i.test(rcptTo);
}

/** A destination answers again: everything that waits for it is due at once. */
export async function makeDestinationDue(
  { database, wake }: { readonly database: Database; readonly wake: Wake },
  destinationHash: Buffer,
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('destinationHash', '=', destinationHash)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) wake.notify();
}
