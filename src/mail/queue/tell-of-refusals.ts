import type { Tried } from '#mail/queue/attempt-now.ts';
import { noteRefusal } from '#mail/queue/target-health.ts';
import { refusalStatus } from '#mail/queue/see-attempt-through.ts';
import { reportFailure } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { Delivery, DeliveryBatch } from '#mail/queue/delivery-batch.ts';

interface Refused {
  readonly delivery: Delivery;
  readonly status: string;
  readonly refusedRecipient: boolean;
}

/** How a message stands when its sender gets the reply. */
interface Told {
  readonly tried: readonly Tried[];
  /** Taken in an earlier try of the sender's. */
  readonly done: readonly Delivery[];
  /** The sender is to be told that the message is taken. */
  readonly accepted: boolean;
}

function refusedOf(tried: readonly Tried[]): Refused[] {
  return tried.flatMap(({ delivery, result }) =>
    result.kind === 'refused' ? [{ delivery, ...refusalStatus(result.outcome) }] : [],
  );
}

/** Of what was forwarded one refusal for each alias that nobody else of it has; of what was sent every one. */
function lostOf({ kind }: DeliveryBatch, { tried, done }: Told, refused: readonly Refused[]): Refused[] {
  if (kind === 'sent') return [...refused];
  const others = tried.filter(({ result }) => result.kind !== 'refused').map(({ delivery }) => delivery);
  const reached = new Set([...others, ...done].map(({ aliasId }) => aliasId));
  const first = new Map(refused.toReversed().map((one) => [one.delivery.aliasId, one]));
  return [...first.values()].filter(({ delivery }) => !reached.has(delivery.aliasId));
}

/**
 * Learns from deliveries that were refused while the sender waited. Where the sender is to be told that the message is
 * taken, whoever lost it must hear of it in another way: false when they could not be told, so that the sender must try
 * again. Never throws.
 */
export async function tellOfRefusals(context: QueueContext, message: DeliveryBatch, told: Told): Promise<boolean> {
  const { accepted } = told;
  const refused = refusedOf(told.tried);
  if (refused.length === 0) return true;
  try {
    for (const { delivery, status, refusedRecipient } of refused) {
      if (refusedRecipient && delivery.targetId !== null) {
        await noteRefusal(context, { targetId: delivery.targetId, status });
      }
    }
    if (!accepted) return true;
    for (const { delivery, status } of lostOf(message, told, refused)) {
      const { aliasId, userId, targetId, rcptTo, header } = delivery;
      const recipients = targetId === null ? [rcptTo] : [];
      const { fields } = parseMessage(header.octets);
      await reportFailure(context, { ...message, aliasId, userId, status, recipients, fields });
    }
    return true;
  } catch (error) {
    context.log.error('failure.report_failed', error);
    return !accepted;
  }
}
