import { sql } from 'kysely';
import type { MailContext } from '#mail/mail-context.ts';

/** A destination answers again: everything that waits for it is due at once. */
export async function makeDestinationDue({ database, wake }: MailContext, destinationHash: Buffer): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('destinationHash', '=', destinationHash)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) wake.notify();
}
