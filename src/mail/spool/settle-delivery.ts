import { sql } from 'kysely';
import type { MailContext } from '#mail/mail-context.ts';
import type { Lease } from '#mail/spool/deliveries-in-hand.ts';
import { nextAttemptAt } from '#mail/spool/schedule.ts';

/**
 * `ended`: delivered, refused or dropped, nothing of it is kept. `later`: tried in vain, due by the schedule.
 * `now`: given up by us before it was tried, due at once.
 */
export type Settlement = 'ended' | 'later' | 'now';

/**
 * Writes down how the work on a leased delivery ended, and gives the lease back. The message is erased with its last
 * delivery. Does nothing when the lease was lost to another process. @throws Error when the database cannot commit.
 */
export const settleDelivery = async (
  { database: { db }, limits }: MailContext,
  { deliveryId, messageId, leaseId }: Lease,
  settlement: Settlement,
): Promise<void> => {
  if (settlement !== 'ended') {
    const due = settlement === 'now' ? sql<Date>`now()` : nextAttemptAt(limits, sql.ref<number>('attempts'));
    await db
      .updateTable('spoolDeliveries')
      .set({ state: 'waiting', leaseId: null, leaseUntil: null, nextAttemptAt: due })
      .where('id', '=', deliveryId)
      .where('leaseId', '=', leaseId)
      .execute();
    return;
  }
  await db.deleteFrom('spoolDeliveries').where('id', '=', deliveryId).where('leaseId', '=', leaseId).execute();
  // A statement of its own: of two that end together, at least the later one sees that none is left.
  await db
    .deleteFrom('spoolMessages')
    .where('id', '=', messageId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('spoolDeliveries').select('id').whereRef('messageId', '=', 'spoolMessages.id'))),
    )
    .execute();
};
