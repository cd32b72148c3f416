import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { type Mailbox, parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { headerLimits, type RawMessage } from '#protocol/message/parse-message.ts';

/** RFC 5321 §6.3 asks for at least 100 where nothing better detects loops; our loop marks do. */
const maxReceived = 50;

const headerTooLarge = smtpReplies.headerTooLarge(headerLimits.maxBytes, headerLimits.maxFields);

export type MessageCheck =
  | { readonly accepted: true; readonly author: Mailbox }
  | { readonly accepted: false; readonly reply: SmtpReply };

function refuse(reply: SmtpReply): MessageCheck {
  return { accepted: false, reply };
}

function isHeaderTooLarge({ fields }: RawMessage): boolean {
  if (fields.length > headerLimits.maxFields) return true;
  return fields.reduce((bytes, field) => bytes + field.raw.length, 0) > headerLimits.maxBytes;
}

/** The one mailbox of the one From field; null when there is not exactly one of each. */
function findAuthor(message: RawMessage): Mailbox | null {
  const [from, second] = message.fields.filter((field) => field.key === 'from');
  return from && !second ? parseSoleMailbox(fieldText(from)) : null;
}

/**
 * What the header alone decides about a message as a whole: a header beyond our limits, more than 50 Received fields,
 * exactly one From with exactly one address. Who wrote it is for `verifyMessage` and `judgeMessage`; loop marks are
 * looked at per alias, by `isLooping`. Never throws.
 */
export function checkMessage(message: RawMessage): MessageCheck {
  if (isHeaderTooLarge(message)) return refuse(headerTooLarge);
  const received = message.fields.filter((field) => field.key === 'received');
  if (received.length > maxReceived) return refuse(smtpReplies.looping);
  const author = findAuthor(message);
  return author === null ? refuse(smtpReplies.badFrom) : { accepted: true, author };
}
