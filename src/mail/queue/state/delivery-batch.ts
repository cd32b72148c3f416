import { sql } from 'kysely';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import type { Wake } from '#mail/queue/state/wake.ts';
import { needsSmtpUtf8 } from '#protocol/smtp-client/needs-smtp-utf8.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';

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

/** A destination answers again: everything that waits for it is due at once. */
export async function makeDestinationDue(
  { database, wake }: { readonly database: Database; readonly wake: Wake },
  destinationHash: Buffer,
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('spoolDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('destinationHash', '=', destinationHash)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) wake.notify();
}
