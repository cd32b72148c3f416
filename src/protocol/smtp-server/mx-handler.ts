import type { SmtpReply } from '#contract/smtp-replies.ts';
import type { ClientInfo, Envelope } from '#protocol/smtp-server/envelope.ts';

/** What the MX listener asks of the mail engine. Replies are sent as given; a throw is answered `451 4.3.0`. */
export interface MxHandler<Recipient> {
  /** Decides about one RCPT. `accepted` recipients come back in `message`. */
  recipient(address: string, client: ClientInfo, reversePath: string): Promise<RecipientDecision<Recipient>>;
  /** Takes a complete message: headers and body with CRLF line ends, dots unstuffed. */
  message(message: ReceivedMessage<Recipient>): Promise<SmtpReply>;
}

export type RecipientDecision<Recipient> =
  | { readonly accepted: true; readonly recipient: Recipient }
  | { readonly accepted: false; readonly reply: SmtpReply };

export interface ReceivedMessage<Recipient> {
  readonly envelope: Envelope;
  /** One for each accepted RCPT, in order. */
  readonly recipients: readonly Recipient[];
  readonly content: Buffer;
  readonly client: ClientInfo;
}
