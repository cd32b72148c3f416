/**
 * `forward`: from outside to inboxes. `webhook`: from outside to a webhook and an inbox. `reply`: of an owner to reverse
 * addresses. `sent`: of a mail program. `refusal`: to one alias that takes it and one whose inbox refuses it for good,
 * which is reported to the sender. `bounce`: the report of a server that took a forwarded message first, which is passed
 * on to its sender.
 */
export type CrashKind = 'forward' | 'webhook' | 'reply' | 'sent' | 'refusal' | 'bounce';

/** The listener a message is handed to: port 25, 587 or 465. */
export type Entrance = 'mx' | 'submission' | 'submissions';

/** A message of the test; it is offered again until it is answered 250, as every sender does. */
export interface CrashMessage {
  /** A bounce has the number of the message that bounces. */
  readonly id: number;
  readonly kind: CrashKind;
  readonly entrance: Entrance;
  readonly from: string;
  readonly to: readonly string[];
  /** With CRLF line ends; no line begins with a dot. */
  readonly content: string | Buffer;
  /** Inboxes and webhooks at which a copy arrives when it is accepted. */
  readonly arrivals: readonly string[];
}
