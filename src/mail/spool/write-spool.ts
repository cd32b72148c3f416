import type { KeyObject } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { Delivery, OutgoingMessage } from '#mail/outgoing-message.ts';
import { destinationHash } from '#mail/spool/destination-hash.ts';
import { fromNow, nextAttemptAt } from '#mail/spool/schedule.ts';
import { sealPart } from '#mail/spool/seal-part.ts';
import { sealEnvelope, sealRecipient, type SpoolEnvelope } from '#mail/spool/spool-envelope.ts';
import { spoolDay } from '#mail/spool/spool-day.ts';

/** A delivery to be kept until it is settled. */
export interface SpoolEntry {
  readonly delivery: Delivery;
  /** 1 when it was tried already: it is due by the schedule; 0: due at once. */
  readonly attempts: 0 | 1;
  /** The lease under which this process still waits for the destination's answer; null: nobody works on it. */
  readonly leaseId: string | null;
}

const targetsOf = (deliveries: readonly Delivery[]): SpoolEnvelope['targets'] =>
  deliveries.flatMap(({ id, aliasId, targetId }) =>
    aliasId === null || targetId === null ? [] : [{ deliveryId: id, aliasId, targetId }],
  );

/**
 * Keeps a message, sealed by the key of the day, for the deliveries in `entries`. When it resolves, the message is on
 * stable storage. One transaction; all times are the database's.
 *
 * @throws Error when the database cannot commit; nothing is kept then.
 */
export const writeSpool = async (
  context: MailContext,
  message: OutgoingMessage,
  entries: readonly SpoolEntry[],
): Promise<void> => {
  const { database, keys, clock, random } = context;
  const day = spoolDay(clock);
  const key = await keys.spoolKey(day);
  const envelope = { reversePath: message.reversePath, targets: targetsOf(message.deliveries) };
  await database.db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = on`.execute(transaction);
    await transaction
      .insertInto('spoolMessages')
      .values({
        id: message.id,
        keyVersion: day,
        envelopeSealed: sealEnvelope(key, random, message.id, envelope),
        bodyBytes: message.body.length,
      })
      .execute();
    await insertBody(context, transaction, key, message);
    await insertHeaders(context, transaction, key, message, entries);
    await insertDeliveries(context, transaction, key, message, entries);
  });
};

const insertBody = async (
  { limits, random }: MailContext,
  transaction: Transaction<Tables>,
  key: KeyObject,
  { id: messageId, body }: OutgoingMessage,
): Promise<void> => {
  for (let sequence = 0; sequence * limits.chunkBytes < body.length; sequence += 1) {
    const start = sequence * limits.chunkBytes;
    const chunk = body.subarray(start, start + limits.chunkBytes);
    const sealed = sealPart(key, random, { messageId, part: `chunk:${sequence}` }, chunk);
    await transaction.insertInto('spoolChunks').values({ messageId, sequence, sealed }).execute();
  }
};

const insertHeaders = async (
  { random }: MailContext,
  transaction: Transaction<Tables>,
  key: KeyObject,
  { id: messageId }: OutgoingMessage,
  entries: readonly SpoolEntry[],
): Promise<void> => {
  const headers = new Set(entries.map(({ delivery }) => delivery.header));
  const rows = [...headers].map(({ id, octets }) => ({
    id,
    messageId,
    sealed: sealPart(key, random, { messageId, part: `header:${id}` }, octets),
  }));
  await transaction.insertInto('spoolHeaders').values(rows).execute();
};

const insertDeliveries = async (
  { keys, limits, random, transport }: MailContext,
  transaction: Transaction<Tables>,
  key: KeyObject,
  { id: messageId }: OutgoingMessage,
  entries: readonly SpoolEntry[],
): Promise<void> => {
  const rows = entries.map(({ delivery, attempts, leaseId }) => {
    const { id, header, userId, aliasId, linkId, mailFrom, rcptTo } = delivery;
    const place = { messageId, deliveryId: id };
    return {
      id,
      messageId,
      headerId: header.id,
      userId,
      aliasId,
      linkId,
      recipientSealed: aliasId === null ? sealRecipient(key, random, place, { mailFrom, rcptTo }) : null,
      destinationHash: destinationHash(keys, transport, rcptTo),
      state: leaseId === null ? ('waiting' as const) : ('in_flight' as const),
      attempts,
      nextAttemptAt: attempts === 0 ? sql<Date>`now()` : nextAttemptAt(limits, sql.lit(attempts)),
      expiresAt: fromNow(limits.giveUpAfterMs),
      leaseId,
      leaseUntil: leaseId === null ? null : fromNow(limits.leaseMs),
    };
  });
  await transaction.insertInto('spoolDeliveries').values(rows).execute();
};
