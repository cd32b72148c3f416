import { claimsToBeOurs, makeAuthenticationResults } from '#protocol/authentication/authentication-results.ts';
import type { ForwardOrder, ForwardShare, PreparedDeliveries } from '#mail/forward/forward-order.ts';
import { forwardToAlias } from '#mail/forward/forward-to-alias.ts';
import type { ForwardContext } from '#mail/forward/forward-context.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import type { Delivery, DeliveryBatch } from '#mail/queue/delivery-batch.ts';
import { makeReceived } from '#mail/forward/make-received.ts';

export interface PreparedForward {
  /** One for each body: more than one only where calendars were rewritten. */
  readonly messages: readonly DeliveryBatch[];
  /** Aliases whose owners blocked the author: nothing is sent, and nobody told. */
  readonly blocked: number;
}

/**
 * Makes what leaves from what came in: for each alias one rewritten and signed header, for each of its targets one
 * delivery. The correspondents' reverse addresses are stored before it returns.
 * @throws Error when the database does not answer or one of our domains is gone.
 */
export async function prepareForward(context: ForwardContext, order: ForwardOrder): Promise<PreparedForward> {
  const { clock, random, settings } = context;
  const { message, aliases } = order;
  const share: ForwardShare = {
    queueId: random.uuid(),
    now: new Date(clock.now()),
    authenticationResults: makeAuthenticationResults(settings.hostname, order.authentication),
  };
  const forAliases: Awaited<ReturnType<typeof forwardToAlias>>[] = [];
  // One after the other: to rewrite a large header for a hundred aliases at once would hold up everybody else.
  for (const alias of aliases) forAliases.push(await forwardToAlias(context, order, share, alias));
  const forOperator = { body: message.body, deliveries: forwardToOperator(context, order, share) };
  const prepared = forAliases.filter((one) => one !== null);
  return {
    messages: groupByBody(context, order, share, [...prepared.flat(), forOperator]),
    blocked: forAliases.length - prepared.length,
  };
}

function groupByBody(
  { random }: ForwardContext,
  { received, senderProven }: ForwardOrder,
  { queueId }: ForwardShare,
  prepared: readonly PreparedDeliveries[],
): DeliveryBatch[] {
  const byBody = new Map<Buffer, Delivery[]>();
  for (const { body, deliveries } of prepared) {
    if (deliveries.length > 0) byBody.set(body, [...(byBody.get(body) ?? []), ...deliveries]);
  }
  return [...byBody].map(([body, deliveries], index) => ({
    id: index === 0 ? queueId : random.uuid(),
    kind: 'forward',
    senderProven,
    reversePath: received.envelope.reversePath,
    body,
    deliveries,
  }));
}

/**
 * Mail to postmaster@ and the like reaches the operator as it is, with our trace and what we found out about the sender on
 * top, and never bounces. Nobody else speaks in our name (RFC 8601 §5).
 */
function forwardToOperator(
  { random, settings }: ForwardContext,
  { message, received: { client }, operators }: ForwardOrder,
  { authenticationResults, now, queueId }: ForwardShare,
): Delivery[] {
  const { hostname, operatorEmail } = settings;
  const fields = message.fields.filter(
    (field) => field.key !== 'x-kauke-return-path' && !claimsToBeOurs(field, hostname),
  );
  const addressOf = new Map(operators.map(({ address }) => [operatorEmail ?? address, address]));
  return [...addressOf].map(([rcptTo, recipient]) => {
    const trace = makeReceived({ client, hostname, queueId, recipient, now });
    const octets = Buffer.concat([joinHeader([authenticationResults, trace, ...fields]), Buffer.from('\r\n')]);
    return {
      id: random.uuid(),
      header: { id: random.uuid(), octets },
      userId: null,
      aliasId: null,
      linkId: null,
      targetId: null,
      mailFrom: '',
      rcptTo,
    };
  });
}
