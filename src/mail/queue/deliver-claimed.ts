import type { Slot } from '#protocol/smtp-client/destination.ts';
import { needsSmtpUtf8 } from '#protocol/smtp-client/needs-smtp-utf8.ts';
import type { OutboundMessage } from '#protocol/smtp-client/transport.ts';
import { failDelivery } from '#mail/queue/fail-delivery.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { ByteGate } from '#mail/queue/byte-gate.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import type { Lease } from '#mail/queue/deliveries-in-hand.ts';
import { destinationKey } from '#mail/queue/destination-hash.ts';
import { findRoute, type Route } from '#mail/queue/find-route.ts';
import { followLinks } from '#mail/queue/follow-links.ts';
import { loadContent } from '#mail/queue/load-content.ts';
import { seeAttemptThrough } from '#mail/queue/see-attempt-through.ts';
import { settleDelivery } from '#mail/queue/settle-delivery.ts';
import { openEnvelope, openRecipient } from '#mail/queue/spool-envelope.ts';

/** The lease that came with a claim. */
export function leaseOf({ id, messageId, leaseId }: ClaimedDelivery): Lease {
  return { deliveryId: id, messageId, leaseId };
}

/**
 * Makes one attempt at a claimed delivery, or ends it without one when its owner's settings say so. Gives `slot` back.
 * @throws Error when the message cannot be read or the end not be written; the lease then runs out.
 */
export async function deliverClaimed(
  context: MailContext,
  claimed: ClaimedDelivery,
  slot: Slot,
  gate: ByteGate,
  signal: AbortSignal,
): Promise<void> {
  const { destinationHash, bodyBytes } = claimed;
  const release = await gate.take(destinationKey(destinationHash), bodyBytes);
  try {
    const message = await prepareMessage(context, claimed).catch((error: unknown) => {
      slot.leave();
      throw error;
    });
    if (message === null || signal.aborted) {
      slot.leave();
      if (message !== null) await settleDelivery(context, leaseOf(claimed), 'now');
      return;
    }
    const attempt = context.transport.attempt(message);
    await seeAttemptThrough(context, { lease: leaseOf(claimed), attempt, slot, destinationHash }, signal);
  } finally {
    release();
  }
}

/** Null when the delivery ended without an attempt. */
async function prepareMessage(context: MailContext, claimed: ClaimedDelivery): Promise<OutboundMessage | null> {
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
      if (!(await followLinks(context, claimed, route.links))) await settleDelivery(context, leaseOf(claimed), 'now');
      return null;
    case 'wait':
      await settleDelivery(context, leaseOf(claimed), 'later');
      return null;
    case 'lost':
      // RFC 3463 §3.3: the mailbox does not accept mail.
      await failDelivery(context, { lease: leaseOf(claimed), status: '5.2.1', refusedRecipient: false });
      await settleDelivery(context, leaseOf(claimed), 'ended');
      return null;
    case 'drop':
      await settleDelivery(context, leaseOf(claimed), 'ended');
      return null;
  }
}
