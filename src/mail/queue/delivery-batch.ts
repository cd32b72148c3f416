import { needsSmtpUtf8, type DeliveryRequest } from '#protocol/smtp-client/transport.ts';

/** A message ready to leave, with everyone it goes to. Also the shape in which the spool takes it. */
export interface DeliveryBatch {
  /** UUID; names the message in the spool. */
  readonly id: string;
  readonly kind: MessageKind;
  /** The sender is authenticated: it may be told that its message failed. */
  readonly senderProven: boolean;
  /** The sender's reverse-path as received; empty for `<>`. */
  readonly reversePath: string;
  /** One Buffer for every delivery. */
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
}

/** Who hears of its failure: `forward`: a proven sender. `sent` (as an alias): the owner. `system`: nobody. */
export type MessageKind = 'forward' | 'sent' | 'system';

/** One message for one recipient. */
export interface Delivery {
  /** UUID. */
  readonly id: string;
  /** Shared by all deliveries of one alias. */
  readonly header: HeaderBlock;
  /**
   * All null for mail to the operator, only `userId` set for system mail; in what an alias sends, links and target are
   * null. Where `targetId` is null the recipient is fixed, else each attempt reads the alias's links again.
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
  /** Who wrote what an alias forwards: the hash of the contact, in hex. Blocked meanwhile, the delivery is dropped. */
  readonly authorHash?: string;
  /** The target refused mail lately: one that it takes ends that. */
  readonly targetFails?: boolean;
}

/** A signed header block with its closing empty line. */
export interface HeaderBlock {
  /** UUID. */
  readonly id: string;
  readonly octets: Buffer;
}

/** A delivery that is still in memory, ready for the wire. */
export function requestOf(delivery: Delivery, body: Buffer): DeliveryRequest {
  const { id: deliveryId, targetId, mailFrom, rcptTo, header } = delivery;
  const content = [header.octets, body];
  return { deliveryId, targetId, mailFrom, rcptTo, content, smtpUtf8: needsSmtpUtf8(mailFrom, rcptTo) };
}
