import type { SmtpReply } from '#contract/smtp-replies.ts';
import type { ClientInfo } from '#protocol/smtp-server/envelope.ts';
import type { ReceivedMessage, RecipientDecision } from '#protocol/smtp-server/mx-handler.ts';
import type { SignInAttempt } from '#protocol/smtp-server/read-sign-in.ts';

/** Where a session stands. */
export interface SessionState {
  readonly encrypted: boolean;
  readonly client: ClientInfo;
}

/**
 * What sets one kind of SMTP server apart from another; all else is the session's. Made anew for each connection, so
 * that it can remember who signed in.
 */
export interface SessionPolicy<Recipient> {
  /** Keywords in the answer to EHLO beside those that every session gives (RFC 5321 §4.1.1.1). */
  keywords(encrypted: boolean): readonly string[];
  /** Answers AUTH (RFC 4954); `attempt` has the dialog that brings name and password. */
  signIn(session: SessionState, attempt: () => Promise<SignInAttempt>): Promise<SmtpReply>;
  /** Answers MAIL. */
  sender(session: SessionState, reversePath: string): Promise<SmtpReply>;
  /** Decides about one RCPT. `accepted` recipients come back in `message`. */
  recipient(address: string, session: SessionState, reversePath: string): Promise<RecipientDecision<Recipient>>;
  /** Takes a complete message: headers and body with CRLF line ends, dots unstuffed. */
  message(message: ReceivedMessage<Recipient>): Promise<SmtpReply>;
}
