import type { KeyRing } from '#core/keys/key-ring.ts';
import { suspendableOf, type Suspendable } from '#mail/queue/state/suspension.ts';
import { toSevenBit, type SevenBitContext } from '#mail/rewrite/seven-bit.ts';
import type { SendContext, SendFrom } from '#mail/send-from/choose-address.ts';
import type { Clock } from '#platform/clock.ts';
import {
  needsSmtpUtf8,
  type Attempt,
  type DeliveryRequest,
  type RefusedOutcome,
  type Transport,
} from '#protocol/smtp-client/transport.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';

/** A message ready to leave, with everyone it goes to. Also the shape in which the spool takes it. */
export interface DeliveryBatch {
  /** UUID; names the message in the spool. */
  readonly id: string;
  readonly kind: MessageKind;
  /** The sender is authenticated: it may be told that its message failed. */
  readonly senderProven: boolean;
  /** Of what an alias sends: since when its owner's account exists. */
  readonly ownerSince?: Date;
  /** The sender's reverse-path as received; empty for `<>`. */
  readonly reversePath: string;
  /** One Buffer for every delivery. */
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
  /** Targets of its aliases that must not have it, wherever they lead while it waits. */
  readonly spared?: readonly SparedTarget[];
  /** UUID, of all batches in which one message leaves for the same alias; none where this is the only one. */
  readonly origin?: string;
}

interface SparedTarget {
  readonly aliasId: string;
  readonly targetId: string;
  readonly kind: 'email' | 'webhook';
}

/**
 * What leaves in several messages for one alias, as its targets get different bodies, is one message to its sender: none of
 * them follows the alias to a target that another one goes to, and that one of them has arrived counts for all.
 */
export function asOneMessage(batches: readonly DeliveryBatch[]): readonly DeliveryBatch[] {
  const [first, second] = batches;
  if (first === undefined || second === undefined) return batches;
  const { id: origin } = first;
  const served = Map.groupBy(
    batches.flatMap(({ id, deliveries }) => deliveries.flatMap((delivery) => servedBy(id, delivery))),
    ({ target }) => target.aliasId,
  );
  return batches.map((batch) => {
    const aliasIds = new Set(batch.deliveries.flatMap(({ aliasId }) => aliasId ?? []));
    const others = [...aliasIds]
      .flatMap((aliasId) => served.get(aliasId) ?? [])
      .flatMap(({ batchId, target }) => (batchId === batch.id ? [] : [target]));
    return others.length === 0 ? batch : { ...batch, origin, spared: [...(batch.spared ?? []), ...others] };
  });
}

function servedBy(batchId: string, { aliasId, targetId, rcptTo }: Delivery) {
  if (aliasId === null || targetId === null) return [];
  const target: SparedTarget = { aliasId, targetId, kind: isWebhookUrl(rcptTo) ? 'webhook' : 'email' };
  return [{ batchId, target }];
}

/** The field by which a copy of what an alias sent is told from mail that came to it. */
export const copyFieldName = 'X-Kauke-Copy';

/** Who hears of its failure: `forward`: a proven sender. `sent` (as an alias): the owner. `system`: nobody. */
export type MessageKind = 'forward' | 'sent' | 'system';

/** One message for one recipient. */
export interface Delivery {
  /** UUID. */
  readonly id: string;
  /** Shared by all deliveries of one alias. */
  readonly header: HeaderBlock;
  /**
   * All null for mail to the operator, only `userId` set for system mail; in what an alias sends, route and target are
   * null. Where `targetId` is null the recipient is fixed, else each attempt reads the alias's routes again.
   */
  readonly userId: string | null;
  readonly aliasId: string | null;
  /** bigint as text. */
  readonly linkId: string | null;
  readonly targetId: string | null;
  readonly mailFrom: string;
  /** An address, or the https URL of a webhook. */
  readonly rcptTo: string;
  /** Stored before it is tried, so that its sender learns nothing of the destination, not even how long it takes. */
  readonly spoolFirst?: boolean;
  /** Who wrote what an alias forwards (`author-mark`). Blocked meanwhile, the delivery is dropped. */
  readonly authorHash?: string;
  /** The alias's owner watches what becomes of its mail. */
  readonly traced?: boolean;
  /** Encrypted for this very target: no other one can read it. */
  readonly sealed?: boolean;
  /** The target refused mail lately: one that it takes ends that. */
  readonly targetFails?: boolean;
}

/** A signed header block with its closing empty line. */
export interface HeaderBlock {
  /** UUID. */
  readonly id: string;
  readonly octets: Buffer;
}

/** How a delivery stands when the sender must get its reply. */
export type AttemptResult =
  /** `untried`: nothing was dialed. `stopped`: by us, before its final dot and before its server put it off. */
  | { readonly kind: 'delivered' | 'untried' | 'stopped' }
  /** `answered`: its server asked for another try, and did not only fail to answer. */
  | { readonly kind: 'deferred'; readonly answered: boolean }
  | { readonly kind: 'refused'; readonly outcome: RefusedOutcome }
  /** The final dot was sent and is not answered yet. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt; readonly slot: Slot };

/** A delivery, and how it stands. */
export interface Tried {
  readonly delivery: Delivery;
  readonly result: AttemptResult;
}

/** Who is stopped where this must not leave. */
export function suspendableIn({ userId, aliasId, targetId }: Delivery): Suspendable {
  return suspendableOf({ userId, aliasId, isSent: targetId === null });
}

/** A delivery, ready for the wire. */
export function requestOf(
  context: SevenBitContext & { readonly sendFrom: SendFrom },
  { id: deliveryId, targetId, mailFrom, rcptTo }: Pick<Delivery, 'id' | 'targetId' | 'mailFrom' | 'rcptTo'>,
  { content, ...departure }: Omit<SendContext, 'rcptTo'> & Pick<DeliveryRequest, 'content'>,
): DeliveryRequest {
  const smtpUtf8 = needsSmtpUtf8(mailFrom, rcptTo);
  const from = context.sendFrom.choose({ ...departure, rcptTo });
  const sevenBit = () => toSevenBit(context, content);
  return { deliveryId, targetId, mailFrom, rcptTo, content, smtpUtf8, sevenBit, from };
}

/** The first try of a delivery, ready for the wire. */
export function firstRequestOf(
  context: SevenBitContext & { readonly clock: Clock; readonly sendFrom: SendFrom },
  { body, kind, ownerSince }: Pick<DeliveryBatch, 'body' | 'kind' | 'ownerSince'>,
  delivery: Delivery,
): DeliveryRequest {
  const departure = { kind, ownerSince: ownerSince ?? null, firstTriedAtMs: context.clock.now() };
  return requestOf(context, delivery, { ...departure, content: [delivery.header.octets, body] });
}

/** The opaque name of a destination. */
export function hashDestination(keys: KeyRing, name: string): Buffer {
  return keys.lookupHash('spool.destination', name);
}

/** Names where a recipient's mail goes, without telling it: deliveries with one hash share limits and fate. */
export function destinationHash(keys: KeyRing, transport: Transport, rcptTo: string): Buffer {
  return hashDestination(keys, transport.destinationOf(rcptTo));
}

/** The same as a key for maps in memory. */
export function destinationKey(hash: Buffer): string {
  return hash.toString('base64');
}

/** Whether a recipient is a webhook's URL; no address begins so, as `:` and `/` must be quoted there (RFC 5321 §4.1.2). */
export function isWebhookUrl(rcptTo: string): boolean {
  return /^https?:\/\//i.test(rcptTo);
}

/**
 * Named points on a message's way. The program passes `ignorePoints`; the crash test passes a function
 * that kills the process there. Nothing else depends on them.
 */
export type TracePoint =
  /** A destination accepted the message, nothing is written down yet. */
  | 'target-accepted'
  /** The spool transaction is committed, the client has no reply yet. */
  | 'spool-committed'
  /** Just stored under a lease of this process, which is about to deliver it from memory. */
  | 'taken-from-memory'
  /** The worker leased what waited, nothing is dialed yet. */
  | 'claimed'
  /** The outcome is known, it is not written down yet. */
  | 'before-outcome'
  /** Outcomes were written down together; those who wait for that do not know yet. */
  | 'outcome-recorded'
  /** A message is lost and its sender about to be told; nothing of the report is stored yet. */
  | 'before-report'
  /** The report is stored; the end of what it is about is not written down, or the bounce that told of it not answered. */
  | 'report-committed';

export type Trace = (point: TracePoint) => void;

export const ignorePoints: Trace = () => {};
