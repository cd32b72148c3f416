import type { KeyObject } from 'node:crypto';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import { findRoute, type Route, followRoutes } from '#mail/queue/find-route.ts';
import { seeAttemptThrough } from '#mail/queue/see-attempt-through.ts';
import { openPart, openEnvelope, openRecipient } from '#mail/queue/spool-sealing.ts';
import type { Lease } from '#mail/queue/state/deliveries-in-hand.ts';
import { destinationKey } from '#mail/queue/state/destinations.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Semaphore } from '#platform/semaphore.ts';
import type { Slot } from '#protocol/smtp-client/destination.ts';
import { needsSmtpUtf8, type DeliveryRequest } from '#protocol/smtp-client/transport.ts';

/** The header block first, then the body in its order. */
const contentStatement = {
  name: 'spool-content',
  text: `
    select -1 as sequence, sealed from spool_headers where id = $1
    union all select sequence, sealed from spool_chunks where message_id = $2
    order by sequence`,
};

/**
 * Reads and opens a waiting message: header block and body, ready for the wire.
 * @throws Error when a part is missing or altered.
 */
export async function loadContent(
  { database }: QueueContext,
  key: KeyObject,
  { messageId, headerId, bodyBytes }: ClaimedDelivery,
): Promise<Buffer[]> {
  const { rows } = await database.pool.query<{ sequence: number; sealed: Buffer }>({
    ...contentStatement,
    values: [headerId, messageId],
  });
  const content = rows.map(({ sequence, sealed }) =>
    openPart(key, { messageId, part: sequence < 0 ? `header:${headerId}` : `chunk:${sequence}` }, sealed),
  );
  const [header, ...body] = content;
  const loadedBytes = body.reduce((total, chunk) => total + chunk.length, 0);
  if (header === undefined || loadedBytes !== bodyBytes) throw new Error('a waiting message lacks a part');
  return content;
}

/** The lease that came with a claim. */
export function leaseOf({ id, messageId, leaseId }: ClaimedDelivery): Lease {
  return { deliveryId: id, messageId, leaseId };
}

/**
 * Makes one attempt at a claimed delivery, or ends it without one when its owner's settings say so. Gives `slot` back.
 * @throws Error when the message cannot be read or the end not be written; the lease then runs out.
 */
export async function deliverClaimed(
  context: QueueContext,
  claimed: ClaimedDelivery,
  slot: Slot,
  octets: Semaphore,
  signal: AbortSignal,
): Promise<void> {
  const { destinationHash, bodyBytes } = claimed;
  const release = await octets.acquire({ key: destinationKey(destinationHash), weight: bodyBytes });
  try {
    const message = await prepareMessage(context, claimed).catch((error: unknown) => {
      slot.leave();
      throw error;
    });
    if (message === null || signal.aborted) {
      slot.leave();
      if (message !== null) await context.outcomes.record(leaseOf(claimed), 'now');
      return;
    }
    const attempt = context.transport.attempt(message);
    await seeAttemptThrough(context, { lease: leaseOf(claimed), attempt, slot, destinationHash }, signal);
  } finally {
    release?.();
  }
}

/** Null when the delivery ended without an attempt. */
async function prepareMessage(context: QueueContext, claimed: ClaimedDelivery): Promise<DeliveryRequest | null> {
  const key = await context.keys.existingSpoolKey(claimed.keyVersion);
  const { id: deliveryId, messageId, recipientSealed } = claimed;
  const route: Route =
    recipientSealed === null
      ? await findRoute(context, claimed, openEnvelope(key, messageId, claimed.envelopeSealed))
      : { kind: 'deliver', targetId: null, ...openRecipient(key, { messageId, deliveryId }, recipientSealed) };
  switch (route.kind) {
    case 'deliver': {
      const { targetId, mailFrom, rcptTo } = route;
      const content = await loadContent(context, key, claimed);
      return { deliveryId, targetId, mailFrom, rcptTo, content, smtpUtf8: needsSmtpUtf8(mailFrom, rcptTo) };
    }
    case 'follow':
      if (!(await followRoutes(context, claimed, route.routes))) await context.outcomes.record(leaseOf(claimed), 'now');
      return null;
    case 'wait':
      await context.outcomes.record(leaseOf(claimed), 'later');
      return null;
    case 'lost':
      // RFC 3463 §3.3: the mailbox does not accept mail.
      await failDelivery(context, { lease: leaseOf(claimed), status: '5.2.1', refusedRecipient: false });
      await context.outcomes.record(leaseOf(claimed), 'ended');
      return null;
    case 'drop':
      await context.outcomes.record(leaseOf(claimed), 'ended');
      return null;
  }
}
