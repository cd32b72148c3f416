import type { Recipient } from '#mail/recipient/recipient.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { BodyHashes } from '#protocol/dkim/body-hashes.ts';
import type { Mailbox } from '#protocol/message/mailboxes.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/mx-handler.ts';

/** A received message that was not refused for what it is, and what was found out about its sender. */
export interface VerifiedMessage {
  readonly message: RawMessage;
  /** The one mailbox of its From. */
  readonly author: Mailbox;
  readonly received: ReceivedMessage<Recipient>;
  readonly authentication: Authentication;
  /** Of the message's body. */
  readonly hashes: BodyHashes;
  /** Neither SPF nor DKIM passed in alignment with From. */
  readonly unverified: boolean;
  /** The sender is authenticated: it may be told that its message failed. */
  readonly senderProven: boolean;
  /** Rspamd takes it for spam, though not for spam to be refused. */
  readonly spam: boolean;
}
