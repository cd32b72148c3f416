import type { ForwardContext, ForwardOrder, ForwardShare, PreparedDeliveries } from '#mail/forward/forward-order.ts';
import type { Delivery, DeliveryBatch } from '#mail/queue/state/delivery.ts';

/** Deliveries of the same octets, to the same effect for their sender, are one message. */
export function groupByBody(
  { random }: ForwardContext,
  { received, senderProven }: ForwardOrder,
  { queueId }: ForwardShare,
  prepared: readonly PreparedDeliveries[],
): DeliveryBatch[] {
  const groups: { body: Buffer; isSilent: boolean; deliveries: Delivery[] }[] = [];
  for (const { body, isSilent = false, deliveries } of prepared) {
    if (deliveries.length === 0) continue;
    const group = groups.find((one) => one.body === body && one.isSilent === isSilent);
    if (group === undefined) groups.push({ body, isSilent, deliveries: [...deliveries] });
    else group.deliveries.push(...deliveries);
  }
  return groups.map(({ body, isSilent, deliveries }, index) => ({
    id: index === 0 ? queueId : random.uuid(),
    kind: 'forward',
    senderProven: senderProven && !isSilent,
    reversePath: received.envelope.reversePath,
    body,
    deliveries,
  }));
}
