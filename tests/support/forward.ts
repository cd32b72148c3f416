import { randomUUID } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import { openContactBook } from '#mail/forward/contact-book.ts';
import { forwardMessage, type ForwardInput, type ForwardedMessage } from '#mail/forward/forward-message.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { systemRandom } from '#platform/random.ts';
import { joinHeader, makeField, fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage, type HeaderField } from '#protocol/message/parse-message.ts';

/** The alias that `forward` forwards for. */
export const forwardAlias = {
  id: randomUUID(),
  userId: randomUUID(),
  address: 'my-alias@kauke.test',
  domain: 'kauke.test',
};

export const forwardedAt = new Date('2026-11-21T12:00:00Z');

/** With its header as octets. */
interface Forwarded extends ForwardedMessage {
  readonly header: Buffer;
}

/** Forwards a message, text as Latin-1 octets, as if it came in over SMTP. @throws Error when it would be refused. */
export function forward(keys: KeyRing, content: string | Buffer, changes: Partial<ForwardInput> = {}): Forwarded {
  const message = parseMessage(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  const check = checkMessage(message, 'bounces@sender.example');
  if (!check.accepted) throw new Error(check.reply.text);
  const calendars = findCalendars(message);
  if (calendars === 'unreadable') throw new Error('it has too many parts');
  const forwarded = forwardMessage({
    message,
    author: check.author,
    book: openContactBook(keys, forwardAlias, check.author.address),
    calendars,
    authenticationResults: makeField('Authentication-Results', 'mx.kauke.test; spf=pass smtp.mailfrom=sender.example'),
    senderFormat: 'at',
    language: 'en',
    unsubscribeLink: null,
    keepsChain: false,
    alias: forwardAlias,
    reversePath: 'bounces@sender.example',
    wishes: { envelopeId: null, original: null, recipient: null },
    senderProven: true,
    spam: false,
    heldFor: null,
    receipt: null,
    client: { remoteAddress: '192.0.2.1', helo: 'mail.sender.example', protocol: 'ESMTPS' },
    hostname: 'mx.kauke.test',
    now: forwardedAt,
    queueId: 'queue1',
    unverified: true,
    vouchedBy: null,
    keys,
    random: systemRandom,
    ...changes,
  });
  return { ...forwarded, header: joinHeader(forwarded.fields) };
}

export function forwardedFields(forwarded: ForwardedMessage): readonly HeaderField[] {
  return parseMessage(joinHeader(forwarded.fields)).fields;
}

/** The unfolded values of all fields of a name (lower case). */
export function forwardedValues(forwarded: ForwardedMessage, key: string): string[] {
  return forwardedFields(forwarded)
    .filter((field) => field.key === key)
    .map(fieldText);
}
