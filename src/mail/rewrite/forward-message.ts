import type { KeyRing } from '#core/keys/key-ring.ts';
import { parseRecipient } from '#mail/address/parse-recipient.ts';
import { loopMarkName, makeLoopMark } from '#mail/authenticity/loop-mark.ts';
import type { ClientInfo } from '#mail/envelope.ts';
import { editHeader, joinHeader, makeField } from '#mail/message/edit-header.ts';
import { fieldText } from '#mail/message/field-text.ts';
import { formatDate } from '#mail/message/format-date.ts';
import { formatEmptyGroup, formatMailbox } from '#mail/message/format-mailbox.ts';
import type { Mailbox } from '#mail/message/mailbox.ts';
import { parseMailboxes } from '#mail/message/parse-mailboxes.ts';
import type { HeaderField, RawMessage } from '#mail/message/raw-message.ts';
import { openContactBook, type ContactBook, type ForwardAlias } from '#mail/rewrite/contact-book.ts';
import type { ForwardedMessage } from '#mail/rewrite/forwarded-message.ts';
import { fateOf } from '#mail/rewrite/header-policy.ts';
import { keepWebLinks, webLinks } from '#mail/rewrite/keep-web-links.ts';
import { makeReceived } from '#mail/rewrite/make-received.ts';
import { cleanName, showMailbox } from '#mail/rewrite/show-mailbox.ts';
import type { Random } from '#platform/random.ts';

export interface ForwardInput {
  readonly message: RawMessage;
  /** From `checkMessage`. */
  readonly author: Mailbox;
  readonly alias: ForwardAlias;
  /** MAIL FROM as received; empty for `<>`. */
  readonly reversePath: string;
  readonly client: ClientInfo;
  /** Our own name, as in banner and EHLO. */
  readonly hostname: string;
  readonly now: Date;
  readonly queueId: string;
  /** Neither SPF nor DKIM passed in alignment with From. */
  readonly unverified: boolean;
  readonly keys: KeyRing;
  readonly random: Random;
}

const unverifiedMark = '[unverified] ';

/** Whether an address is the alias itself, with or without a `+tag`. */
const isAlias = (address: string, alias: ForwardAlias): boolean => {
  const recipient = parseRecipient(address);
  return recipient.kind === 'alias' && `${recipient.local}@${recipient.domain}` === alias.address;
};

/**
 * The form in which a mailbox of Reply-To, To or Cc reaches the owner: the alias as it is, everybody else by reverse
 * address; null when Reply-To cannot give one. This holds in list mail too: a list's own address left in To or Cc
 * would be answered from the owner's real one.
 */
const rewriteMailbox = (mailbox: Mailbox, key: string, alias: ForwardAlias, book: ContactBook): string | null => {
  if (isAlias(mailbox.address, alias)) return formatMailbox(cleanName(mailbox.name), mailbox.address);
  const reverse = book.reverseAddressOf(mailbox.address);
  if (reverse !== null) return formatMailbox(showMailbox(mailbox), reverse);
  return key === 'reply-to' ? null : formatEmptyGroup(showMailbox(mailbox));
};

const rewriteMailboxes = (field: HeaderField, alias: ForwardAlias, book: ContactBook): HeaderField | null => {
  const rewritten = parseMailboxes(fieldText(field))
    .map((mailbox) => rewriteMailbox(mailbox, field.key, alias, book))
    .filter((text) => text !== null);
  if (rewritten.length > 0) return makeField(field.name, rewritten.join(', '));
  return field.key === 'to' ? makeField(field.name, 'undisclosed-recipients:;') : null;
};

/** The rewritten fields by their originals. Reply-To comes first: it has more right to the contact cap than To and Cc. */
const rewriteRecipients = (
  { message, alias }: ForwardInput,
  book: ContactBook,
): Map<HeaderField, HeaderField | null> => {
  const rewritten = new Map<HeaderField, HeaderField | null>();
  for (const key of ['reply-to', 'to', 'cc']) {
    for (const field of message.fields) {
      if (field.key === key) rewritten.set(field, rewriteMailboxes(field, alias, book));
    }
  }
  return rewritten;
};

const makeFrom = ({ author, unverified }: ForwardInput, reverse: string): HeaderField =>
  makeField('From', formatMailbox(`${unverified ? unverifiedMark : ''}${showMailbox(author)}`, reverse));

/** The original reverse-path, sealed for the case of a bounce and cut into words that fold. */
const makeReturnPath = ({ keys, alias, reversePath }: ForwardInput): HeaderField => {
  const sealed = keys.seal({ field: 'return_path', rowId: alias.id }, reversePath).toString('base64url');
  return makeField('X-Kauke-Return-Path', sealed.replaceAll(/.{54}/g, '$& '));
};

const traceFields = (input: ForwardInput): HeaderField[] => {
  const { alias, keys } = input;
  const trace = [
    makeReceived({ ...input, recipient: alias.address }),
    makeField(loopMarkName, makeLoopMark(keys, alias.id)),
  ];
  return input.reversePath === '' ? trace : [...trace, makeReturnPath(input)];
};

/** Date and Message-ID where the sender left them out (RFC 5322 §3.6): receivers count their absence against us. */
const missingFields = ({ message, alias, now, random }: ForwardInput): HeaderField[] => {
  const has = (key: string): boolean => message.fields.some((field) => field.key === key);
  return [
    ...(has('date') ? [] : [makeField('Date', formatDate(now))]),
    ...(has('message-id') ? [] : [makeField('Message-ID', `<${random.uuid()}@${alias.domain}>`)]),
  ];
};

/**
 * Rewrites a message for the owner of one alias: From and every address a client may answer to become reverse
 * addresses or go, at most 10 of them; all other fields and the body pass octet by octet. The outcome is unsigned, and
 * its contacts must be stored before it leaves.
 */
export const forwardMessage = (input: ForwardInput): ForwardedMessage => {
  const { message, alias, author, keys } = input;
  const book = openContactBook(keys, alias, author.address);
  const recipients = rewriteRecipients(input, book);
  const hasWebUnsubscribe = message.fields.some(
    (field) => field.key === 'list-unsubscribe' && webLinks(field).length > 0,
  );

  const edited = editHeader(message.fields, (field) => {
    switch (fateOf(field)) {
      case 'keep':
        return field;
      case 'drop':
        return null;
      case 'author':
        return makeFrom(input, book.authorReverse);
      case 'mailboxes':
        return recipients.get(field) ?? null;
      case 'links':
        return keepWebLinks(field);
      case 'one-click':
        return hasWebUnsubscribe ? field : null;
    }
  });
  const header = joinHeader([...traceFields(input), ...edited, ...missingFields(input)]);
  return { header, body: message.body, contacts: book.contacts() };
};
