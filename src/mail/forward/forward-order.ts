import type { AliasRecipient, OperatorRecipient } from '#mail/recipient/recipient.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { Delivery } from '#mail/queue/delivery-batch.ts';
import type { CalendarParts } from '#mail/forward/calendar-parts.ts';
import type { VerifiedMessage } from '#mail/judge/verified-message.ts';

/** A message to be forwarded, and to whom. */
export interface ForwardOrder extends VerifiedMessage {
  /** Each once, none of them paused. */
  readonly aliases: readonly AliasRecipient[];
  readonly operators: readonly OperatorRecipient[];
  readonly calendars: CalendarParts | null;
}

/** What is the same for all recipients of a message. */
export interface ForwardShare {
  readonly queueId: string;
  readonly now: Date;
  readonly authenticationResults: HeaderField;
}

/** Deliveries with the body they carry: the received one, or one with its calendars rewritten. */
export interface PreparedDeliveries {
  readonly body: Buffer;
  readonly deliveries: readonly Delivery[];
}
