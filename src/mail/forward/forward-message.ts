import type { Language } from '#contract/account/languages.ts';
import type { SenderFormat } from '#contract/account/formats.ts';
import { alsoToField, cleanName, showSender } from '#mail/forward/show-mailbox.ts';
import { turnCalendars, type CalendarParts } from '#mail/forward/calendar-parts.ts';
import type { ContactBook } from '#mail/forward/contact-book.ts';
import { fateOf, type HeaderAction } from '#mail/forward/header-policy.ts';
import { hasWebLink, turnListLinks, setAside, unsubscribeFields } from '#mail/forward/list-fields.ts';
import { isAuthenticatedBy } from '#mail/forward/vouched-mail.ts';
import { traceFields, type TraceInput } from '#mail/forward/trace-fields.ts';
import type { NewContact } from '#mail/recipient/contact-store.ts';
import { isOfAlias } from '#mail/recipient/address-forms.ts';
import { asciiField } from '#mail/rewrite/ascii-field.ts';
import { turnThreadField } from '#mail/rewrite/thread-ids.ts';
import type { TurnPerson } from '#mail/rewrite/rewrite-calendar.ts';
import { mailTexts } from '#messages/all-languages.ts';
import type { Random } from '#platform/random.ts';
import { formatDate, editHeader, makeField, fieldText } from '#protocol/message/header-fields.ts';
import { formatMailbox, type Mailbox, parseMailboxes } from '#protocol/message/mailboxes.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

export interface ForwardInput extends TraceInput {
  readonly message: RawMessage;
  /** From `checkMessage`. */
  readonly author: Mailbox;
  /** Of this message to this alias. */
  readonly book: ContactBook;
  /** From `findCalendars`. */
  readonly calendars: CalendarParts | null;
  /** How the owner wants whoever writes to be shown. */
  readonly senderFormat: SenderFormat;
  /** Of the owner. */
  readonly language: Language;
  /** Neither SPF nor DKIM passed in alignment with From. */
  readonly unverified: boolean;
  /** The one domain that may be shown, where it and not the author's vouches; else null. */
  readonly vouchedBy: string | null;
  /** What the owner wants behind the unsubscribe button; null: what the author put there. */
  readonly unsubscribeLink: string | null;
  /** The received chain is sealed on, so it stays (RFC 8617). */
  readonly keepsChain: boolean;
  readonly random: Random;
}

/** What `forwardMessage` makes of a message for one alias, before signing. */
export interface ForwardedMessage {
  /** The header for every target of the alias: no DKIM-Signature yet. */
  readonly fields: readonly HeaderField[];
  /** The received body, octet for octet; another Buffer only where a calendar had to be rewritten. */
  readonly body: Buffer;
  /** Correspondents that now have a reverse address, to be stored. At most 10. */
  readonly contacts: readonly NewContact[];
}

const unverifiedMark = '[unverified] ';

/** Mailboxes of Reply-To, To and Cc that are shown, so that no header takes long for every alias it goes to. */
const maxMailboxes = 1000;

/**
 * The form in which a mailbox of Reply-To, To or Cc reaches the owner: the alias as it is, everybody else by reverse
 * address; null where there is none left. This holds in list mail too: a list's own address left in To or Cc
 * would be answered from the owner's real one.
 */
function rewriteMailbox(mailbox: Mailbox, { alias, book, senderFormat }: ForwardInput): string | null {
  if (isOfAlias(mailbox.address, alias.address)) return formatMailbox(cleanName(mailbox.name), mailbox.address);
  const reverse = book.reverseAddressOf(mailbox.address);
  return reverse === null ? null : formatMailbox(showSender(mailbox, senderFormat), reverse);
}

/** Who may be answered: where one domain alone vouches, nobody else, under no name that a stranger chose. */
function answerable(mailboxes: readonly Mailbox[], vouchedBy: string | null): readonly Mailbox[] {
  if (vouchedBy === null) return mailboxes;
  return mailboxes
    .filter(({ address }) => isAuthenticatedBy(address, vouchedBy))
    .map(({ address }) => ({ address, name: null }));
}

/** Rewrites one field after the other; those behind the last mailbox that is shown go. */
function recipientRewriter(input: ForwardInput) {
  const { alias, vouchedBy } = input;
  const unanswerable: Mailbox[] = [];
  let left = maxMailboxes;
  const rewrite = (field: HeaderField): HeaderField | null => {
    if (left === 0) return null;
    const mailboxes = parseMailboxes(fieldText(field)).slice(0, left);
    left -= mailboxes.length;
    const rewritten: string[] = [];
    for (const mailbox of field.key === 'reply-to' ? answerable(mailboxes, vouchedBy) : mailboxes) {
      const text = rewriteMailbox(mailbox, input);
      if (text !== null) rewritten.push(text);
      else if (field.key !== 'reply-to') unanswerable.push(mailbox);
    }
    if (rewritten.length > 0) return makeField(field.name, rewritten.join(', '));
    if (field.key !== 'to') return null;
    // As the sender wrote it where nobody was named; else the alias, which it came to.
    return makeField(field.name, mailboxes.length === 0 ? 'undisclosed-recipients:;' : alias.address);
  };
  return { rewrite, unanswerable };
}

type Rewritten = Map<HeaderField, HeaderField | null>;

function rewriteFields(
  { fields }: RawMessage,
  keys: readonly string[],
  turn: (field: HeaderField) => HeaderField | null,
) {
  return keys.flatMap((key) =>
    fields.filter((field) => field.key === key).map((field): [HeaderField, HeaderField | null] => [field, turn(field)]),
  );
}

/**
 * People of calendars as those of the header, in the spelling that every program takes: some cut an address at its `=`. The alias stays
 * itself.
 */
function turnPersonFor({ alias, book, senderFormat }: ForwardInput): TurnPerson {
  return ({ name, address }) => {
    if (address === null) return { address, name: name?.includes('@') === true ? null : name };
    return isOfAlias(address, alias.address)
      ? { address, name: cleanName(name) }
      : { address: book.reverseAddressOf(address, 'plain'), name: showSender({ name, address }, senderFormat) };
  };
}

/** Where one domain alone vouches it is shown, and not the author, who may be anybody. */
function makeFrom({ author, unverified, vouchedBy, book, senderFormat }: ForwardInput): HeaderField {
  const shown = `${unverified ? unverifiedMark : ''}${showSender(author, senderFormat) ?? ''}`.trim();
  const name = vouchedBy === null ? shown : `via ${vouchedBy}`;
  return makeField('From', formatMailbox(name, book.fromReverse));
}

/** Date and Message-ID where the sender left them out (RFC 5322 §3.6): receivers count their absence against us. */
function missingFields({ alias, now, random }: ForwardInput, edited: readonly HeaderField[]): HeaderField[] {
  const has = (key: string): boolean => edited.some((field) => field.key === key);
  return [
    ...(has('date') ? [] : [makeField('Date', formatDate(now))]),
    ...(has('message-id') ? [] : [makeField('Message-ID', `<${random.uuid()}@${alias.domain}>`)]),
  ];
}

/** The header for the owner, below our trace; `recipients` holds what became of Reply-To, To and Cc. */
function rewriteHeader(input: ForwardInput, fields: readonly HeaderField[], recipients: Rewritten): HeaderField[] {
  const { alias, book, keepsChain, keys, unsubscribeLink } = input;
  const isAuthors = unsubscribeLink === null;
  const hasWebUnsubscribe = isAuthors && fields.some((field) => field.key === 'list-unsubscribe' && hasWebLink(field));
  const turn: Record<HeaderAction, (field: HeaderField) => HeaderField | null> = {
    keep: (field) => field,
    drop: () => null,
    author: () => makeFrom(input),
    mailboxes: (field) => recipients.get(field) ?? null,
    thread: (field) => turnThreadField(keys, alias, field),
    chain: (field) => (keepsChain ? field : null),
    links: (field) => turnListLinks(field, book),
    unsubscribe: (field) => (isAuthors ? turnListLinks(field, book) : setAside(turnListLinks(field, book))),
    'one-click': (field) => (hasWebUnsubscribe ? field : null),
    keyword: (field) => {
      const keyword = /^[\w-]{1,40}(?=[\s;(]|$)/.exec(fieldText(field))?.[0];
      return keyword === undefined ? null : makeField(field.name, keyword);
    },
  };
  return editHeader(fields, (field) => {
    const turned = turn[fateOf(field)](field);
    return turned && asciiField(turned);
  });
}

/**
 * Rewrites a message for the owner of one alias: From and every address a client may answer to, in the header and in
 * calendars, become reverse addresses or go, at most 10 of them; message ids are turned for the owner's side; raw UTF-8
 * in the header is encoded. All other fields and octets of the body pass as they are. The outcome is unsigned, and its
 * contacts must be stored before it leaves.
 *
 * First come, first served: Reply-To and calendars have more right to the contact cap than To and Cc, these more than
 * lists.
 */
export function forwardMessage(input: ForwardInput): ForwardedMessage {
  const { message, book, calendars, language, unsubscribeLink } = input;
  const { rewrite, unanswerable } = recipientRewriter(input);
  const replyTo = rewriteFields(message, ['reply-to'], rewrite);
  const { unsigned } = mailTexts[language].forwardedWords;
  const { fields, body } =
    calendars === null ? message : turnCalendars(message, calendars, turnPersonFor(input), unsigned);
  const recipients = new Map([...replyTo, ...rewriteFields(message, ['to', 'cc'], rewrite)]);
  const edited = rewriteHeader(input, fields, recipients);
  const whole = [
    ...traceFields(input),
    ...edited,
    ...alsoToField(unanswerable),
    ...missingFields(input, edited),
    ...unsubscribeFields(unsubscribeLink),
  ];
  return { fields: whole, body, contacts: book.contacts() };
}
