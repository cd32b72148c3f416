import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { type Mailbox, parseSoleMailbox } from '#protocol/message/mailboxes.ts';
import { headerLimits, type RawMessage } from '#protocol/message/parse-message.ts';
import { foldSingleFields } from '#protocol/message/single-fields.ts';

/** RFC 5321 §6.3 asks for at least 100 where nothing better detects loops; our loop marks do. */
const maxReceived = 50;

const headerTooLarge = smtpReplies.headerTooLarge(headerLimits.maxBytes, headerLimits.maxFields);

export type MessageCheck =
  | {
      readonly accepted: true;
      readonly author: Mailbox;
      /** With each field once that may stand once: what is passed on is written from it. */
      readonly folded: RawMessage;
    }
  | { readonly accepted: false; readonly reply: SmtpReply };

function refuse(reply: SmtpReply): MessageCheck {
  return { accepted: false, reply };
}

function isHeaderTooLarge({ fields }: RawMessage): boolean {
  if (fields.length > headerLimits.maxFields) return true;
  return fields.reduce((bytes, field) => bytes + field.raw.length, 0) > headerLimits.maxBytes;
}

/** Stands for a program that names no domain of its own (RFC 2606 §2): nobody is so called, and no answer goes out. */
const reporter = 'MAILER-DAEMON@unknown.invalid';

/** The author of a report: mail servers write `From: MAILER-DAEMON` and `From: <>`. Null where an address is meant. */
function findReporter(from: string): Mailbox | null {
  return from === '' || from.includes('@') ? null : { name: decodeWords(from), address: reporter };
}

/** The one mailbox of the one From field; null when there is not exactly one of each. */
function findAuthor(message: RawMessage, reversePath: string): Mailbox | null {
  const [from, second] = message.fields.filter((field) => field.key === 'from');
  if (!from || second) return null;
  const text = fieldText(from);
  return parseSoleMailbox(text) ?? (reversePath === '' ? findReporter(text) : null);
}

/**
 * What the header alone decides about a message as a whole: a header beyond our limits, more than 50 Received fields,
 * exactly one From with exactly one address (or none at all in what comes from the null `reversePath`), and no two
 * different fields where one may stand (RFC 5322 §3.6): each reader believes another one, and our signature would stand
 * over both. Who wrote it is for `verifyMessage` and `judgeMessage`; loop marks are looked at per alias, by `isLooping`.
 * Never throws.
 */
export function checkMessage(message: RawMessage, reversePath: string): MessageCheck {
  if (isHeaderTooLarge(message)) return refuse(headerTooLarge);
  const received = message.fields.filter((field) => field.key === 'received');
  if (received.length > maxReceived) return refuse(smtpReplies.looping);
  const author = findAuthor(message, reversePath);
  if (author === null) return refuse(smtpReplies.badFrom);
  const folded = foldSingleFields(message);
  return folded === null ? refuse(smtpReplies.doubledField) : { accepted: true, author, folded };
}
