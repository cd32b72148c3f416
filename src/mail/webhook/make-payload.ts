import { readContent } from '#mail/webhook/read-content.ts';
import { readResults, type AuthResults } from '#mail/webhook/read-results.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage, type HeaderField } from '#protocol/message/parse-message.ts';

export interface PayloadInput {
  /** Of the message, the same in all attempts. */
  readonly id: string;
  /** Header block for webhooks, with our own fields on top, and body. */
  readonly content: readonly Buffer[];
  readonly now: Date;
}

interface PayloadMailbox {
  readonly name: string;
  readonly address: string;
}

/** What our own fields on top say. */
interface Trace {
  readonly alias: string | null;
  readonly sender: string | null;
  readonly reverseAddress: string | null;
  readonly auth: AuthResults | null;
  readonly spam: boolean;
  readonly receivedAt: Date | null;
  /** As the sender wrote them. */
  readonly original: readonly HeaderField[];
}

/** `makeWebhookHeader` writes these, in this order, and the flag below them where it is spam. */
const ownKeys = ['return-path', 'delivered-to', 'authentication-results', 'x-kauke-reverse-address', 'received'];
const spamFlag = 'x-spam-flag';

const unknown = { alias: null, sender: null, reverseAddress: null, auth: null, spam: false, receivedAt: null };

function readDate(received: string): Date | null {
  const date = new Date(received.slice(received.lastIndexOf(';') + 1));
  return Number.isNaN(date.getTime()) ? null : date;
}

function readTrace(fields: readonly HeaderField[]): Trace {
  const own = fields.slice(0, ownKeys.length);
  if (!ownKeys.every((key, index) => own[index]?.key === key)) {
    return { ...unknown, original: fields };
  }
  const spam = fields[ownKeys.length]?.key === spamFlag;
  const [sender = '', alias = '', results = '', reverseAddress = '', received = ''] = own.map(fieldText);
  return {
    alias,
    sender: sender.replace(/^<(.*)>$/, '$1') || null,
    reverseAddress,
    auth: readResults(results),
    spam,
    receivedAt: readDate(received),
    original: fields.slice(ownKeys.length + Number(spam)),
  };
}

/** Mailboxes of a field that are told. */
const maxMailboxes = 1000;
/** No date is longer. */
const maxDateCharacters = 100;

/** The values of all fields of a name, top to bottom. */
type Values = (key: string) => string[];

function mailboxes(values: readonly string[]): PayloadMailbox[] {
  const found: PayloadMailbox[] = [];
  for (const value of values) {
    if (found.length >= maxMailboxes) break;
    found.push(...parseMailboxes(value).map(({ name, address }) => ({ name: name ?? '', address })));
  }
  return found.slice(0, maxMailboxes);
}

function isoDate(value: string | undefined): string | null {
  const date = new Date(value?.slice(0, maxDateCharacters) ?? '');
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What the sender's fields say, decoded. */
function headerOf(values: Values) {
  const [subject] = values('subject');
  return {
    from: mailboxes(values('from'))[0] ?? null,
    to: mailboxes(values('to')),
    cc: mailboxes(values('cc')),
    reply_to: mailboxes(values('reply-to')),
    subject: subject === undefined ? null : decodeWords(subject),
    message_id: values('message-id')[0] ?? null,
    in_reply_to: values('in-reply-to')[0] ?? null,
    references: values('references')[0]?.match(/<[^<>\s]+>/g) ?? [],
    date: isoDate(values('date')[0]),
  };
}

/** The JSON of an `email.received` event (Standard Webhooks 1.0): the same octets in all attempts. */
export function makePayload({ id, content, now }: PayloadInput): Buffer {
  const { fields, body } = parseMessage(Buffer.concat(content));
  const { alias, sender, reverseAddress, auth, spam, receivedAt, original } = readTrace(fields);
  const headerBytes = original.reduce((total, { raw }) => total + raw.length, 0);
  const values: Values = (key) => original.filter((field) => field.key === key).map(fieldText);
  const data = {
    id,
    alias,
    reverse_address: reverseAddress,
    envelope: { from: sender, to: alias === null ? [] : [alias] },
    ...headerOf(values),
    size: headerBytes + 2 + body.length,
    auth,
    spam,
    headers: original.map((field) => [field.name, fieldText(field)]),
    ...readContent({ fields: original, body }),
  };
  const timestamp = (receivedAt ?? now).toISOString();
  return Buffer.from(JSON.stringify({ type: 'email.received', timestamp, data }));
}
