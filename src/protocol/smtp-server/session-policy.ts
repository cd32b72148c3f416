import type { DeliveryRequests } from '#protocol/smtp-server/delivery-requests.ts';
import type { SignInAttempt } from '#protocol/smtp-server/read-sign-in.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** The state of an SMTP session, as far as a policy needs it. */
export interface SessionState {
  readonly encrypted: boolean;
  readonly client: ClientInfo;
}

/**
 * The policy of an SMTP server (MX, submission): what sets one kind apart from another; all else is the session's. Asked
 * for at each connection, so that it can remember who signed in. Replies are sent as given; a throw is answered `451`.
 */
export interface SessionPolicy<Recipient> {
  /** Whether senders may say what they want to hear of their messages (RFC 3461), and are told. */
  readonly offersDsn?: boolean;
  /** Keywords in the answer to EHLO beside those that every session gives (RFC 5321 §4.1.1.1). */
  keywords(encrypted: boolean): readonly string[];
  /** Answers AUTH (RFC 4954); `attempt` has the dialog that brings name and password. */
  signIn(session: SessionState, attempt: () => Promise<SignInAttempt>): Promise<SmtpReply>;
  /** Whose share of what all use is used up; null: nobody's who has signed in. */
  account(): string | null;
  /** Answers MAIL. A server that takes mail from the world must not insist on TLS (RFC 3207 §4). */
  sender(session: SessionState, reversePath: string): Promise<SmtpReply>;
  /** Decides about one RCPT. `accepted` recipients come back in `message`. */
  recipient(address: string, session: SessionState, reversePath: string): Promise<RecipientDecision<Recipient>>;
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

/** The SMTP envelope of a message as received (RFC 5321 §2.3.1). */
export interface Envelope {
  /** MAIL FROM without angle brackets; empty for the null reverse-path `<>`. */
  readonly reversePath: string;
  /** RCPT TO without angle brackets, in the order given. */
  readonly recipients: readonly string[];
  /** BODY=8BITMIME was given (RFC 6152). */
  readonly eightBitMime: boolean;
  /** SMTPUTF8 was given (RFC 6531). */
  readonly smtpUtf8: boolean;
  /** Left out: nothing was said about it. */
  readonly requests?: DeliveryRequests;
}

/** What the session knows about its client. Never logged. */
export interface ClientInfo {
  /** Remote IP address; null for messages handed over in process. */
  readonly remoteAddress: string | null;
  /** The name given in HELO or EHLO. */
  readonly helo: string;
  /** `ESMTP`, `ESMTPS`, … as in Received (RFC 3848). */
  readonly protocol: string;
}
