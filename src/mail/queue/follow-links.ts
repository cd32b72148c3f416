import { sql } from 'kysely';
import type { LinkRoute } from '#mail/recipient/recipient.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { destinationHash } from '#mail/queue/destination-hash.ts';
import { durably } from '#mail/queue/spool-sql.ts';
import { openEnvelope, sealEnvelope } from '#mail/queue/spool-envelope.ts';

/**
 * The owner moved the alias while the message waited: the delivery is replaced by one for each of `links` that has
 * none of this message yet, and never had. Does nothing when the lease was lost, or when others followed there first.
 * @returns whether it was replaced.
 * @throws Error when the database cannot commit.
 */
export async function followLinks(
  { database, keys, random, transport, wake }: MailContext,
  { id, messageId, headerId, aliasId, userId, leaseId, keyVersion }: ClaimedDelivery,
  links: readonly LinkRoute[],
): Promise<boolean> {
  const key = await keys.existingSpoolKey(keyVersion);
  const isReplaced = await database.db.transaction().execute(async (transaction) => {
    await sql.raw(durably).execute(transaction);
    const { envelopeSealed } = await transaction
      .selectFrom('spoolMessages')
      .select('envelopeSealed')
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const envelope = openEnvelope(key, messageId, envelopeSealed);
    const served = new Set(
      envelope.targets.filter((target) => target.aliasId === aliasId).map(({ targetId }) => targetId),
    );
    const added = links
      .filter(({ targetId }) => !served.has(targetId))
      .map((link) => ({ ...link, deliveryId: random.uuid() }));
    if (added.length === 0) return false;
    const own = await transaction
      .deleteFrom('spoolDeliveries')
      .where('id', '=', id)
      .where('leaseId', '=', leaseId)
      .returning(['expiresAt', 'reached'])
      .executeTakeFirst();
    if (own === undefined) return false;
    // The target it waited for never had it, and gets it when the alias leads there again.
    const targets = envelope.targets.flatMap((entry) =>
      entry.deliveryId === id ? added.map(({ deliveryId, targetId }) => ({ ...entry, deliveryId, targetId })) : [entry],
    );
    await transaction
      .updateTable('spoolMessages')
      .set({ envelopeSealed: sealEnvelope(key, random, messageId, { ...envelope, targets }) })
      .where('id', '=', messageId)
      .execute();
    const rows = added.map(({ deliveryId, linkId, target }) => ({
      id: deliveryId,
      messageId,
      headerId,
      userId,
      aliasId,
      linkId,
      destinationHash: destinationHash(keys, transport, target),
      nextAttemptAt: sql<Date>`now()`,
      ...own,
    }));
    await transaction.insertInto('spoolDeliveries').values(rows).execute();
    return true;
  });
  wake.notify();
  return isReplaced;
}
