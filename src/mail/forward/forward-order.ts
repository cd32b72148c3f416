import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Encryptor } from '#mail/encrypt/encryptor.ts';
import type { CalendarParts } from '#mail/forward/calendar-parts.ts';
import type { Receipt } from '#mail/forward/trace-fields.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import { asOneMessage, type Delivery, type DeliveryBatch } from '#mail/queue/state/delivery.ts';
import type { OperatorRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import type { ContactStore } from '#mail/recipient/contact-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import type { SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** A message to be forwarded, and to whom. */
export interface ForwardOrder extends VerifiedMessage {
  /** Each once, of those that take it. */
  readonly aliases: readonly ForwardRecipient[];
  readonly operators: readonly OperatorRecipient[];
  readonly calendars: CalendarParts | null;
}

/** An alias that takes a message, and what its owner's rules say about it. */
export interface ForwardRecipient extends AliasRecipient {
  readonly spam: boolean;
  /** The one domain that is shown instead of the author; null: the author is. */
  readonly vouchedBy: string | null;
  /** Why the message was held before its owner released it; null: it was not. */
  readonly heldFor: string | null;
  /** When that one came. */
  readonly receipt: Receipt | null;
}

/** What is the same for all recipients of a message. */
export interface ForwardShare {
  readonly queueId: string;
  readonly now: Date;
  readonly authenticationResults: HeaderField;
}

/** Deliveries with the body they carry: the received one, one with its calendars rewritten, or one encrypted for an inbox. */
export interface PreparedDeliveries {
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
  /** Its sender wants to hear of no failure: its owner does then. */
  readonly isSilent?: boolean;
}

/** An inbox whose key counts no more: what came for it went nowhere. */
export interface UnusableKey {
  readonly alias: ForwardRecipient;
  readonly targetId: string;
}

/** What leaves, and what does not for want of a key. */
export interface PreparedForward {
  readonly batches: readonly DeliveryBatch[];
  readonly unusable: readonly UnusableKey[];
}

/** What it takes to write a received message anew for the targets of an alias. */
export interface ForwardContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly keys: KeyRing;
  /** Whose keys sign. */
  readonly domains: DomainDirectory;
  readonly contacts: ContactStore;
  /** For inboxes with a key. */
  readonly encryptor: Encryptor;
  readonly settings: ForwardSettings;
}

interface ForwardSettings {
  /** The name we give in Received. */
  readonly hostname: string;
  /** Where mail to postmaster@ and the like goes. Null (preview only): it stays addressed as it is. */
  readonly operatorEmail: string | null;
  /** Whether forwarded mail is sealed; `auto`: in transparent mode and where a chain arrived. */
  readonly arc: 'auto' | 'on' | 'off';
  readonly signingPlace: SigningPlace;
  /** Origin without a trailing slash; unsubscribe links of owners start with it. */
  readonly publicUrl: string;
}

/** Deliveries of the same octets, to the same effect for their sender, are one message. */
export function groupByBody(
  { random }: ForwardContext,
  { received, senderProven }: ForwardOrder,
  { queueId }: ForwardShare,
  prepared: readonly PreparedDeliveries[],
): readonly DeliveryBatch[] {
  const groups: { body: Buffer; isSilent: boolean; deliveries: Delivery[] }[] = [];
  for (const { body, isSilent = false, deliveries } of prepared) {
    if (deliveries.length === 0) continue;
    const group = groups.find((one) => one.body === body && one.isSilent === isSilent);
    if (group === undefined) groups.push({ body, isSilent, deliveries: [...deliveries] });
    else group.deliveries.push(...deliveries);
  }
  const batches = groups.map(({ body, isSilent, deliveries }, index) => ({
    id: index === 0 ? queueId : random.uuid(),
    kind: 'forward' as const,
    senderProven: senderProven && !isSilent,
    reversePath: received.envelope.reversePath,
    body,
    deliveries,
  }));
  return asOneMessage(batches);
}
