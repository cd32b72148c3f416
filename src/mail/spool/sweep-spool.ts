import { sql } from 'kysely';
import { destroySpoolKey } from '#core/keys/destroy-spool-key.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { spoolDay } from '#mail/spool/spool-day.ts';

/** Keys of the last two days may still be in use by a node whose clock is behind. */
const daysKept = 2;

/**
 * Erases what has no future: deliveries that waited too long, messages that lost their last delivery (with their alias
 * or account, or in a crash) and the spool keys of past days that no message needs.
 * @throws Error when the database does not answer.
 */
export const sweepSpool = async (context: MailContext): Promise<void> => {
  const { database, clock, log } = context;
  const { db } = database;
  const expired = await db
    .deleteFrom('spoolDeliveries')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow();
  if (expired.numDeletedRows > 0n) log.warn('spool.gave_up', { deliveries: Number(expired.numDeletedRows) });
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
};
