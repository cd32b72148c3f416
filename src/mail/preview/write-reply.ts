import { parseRecipient } from '#mail/recipient/address-forms.ts';
import type { Random } from '#platform/random.ts';
import { parseAddress, splitAddress } from '#protocol/message/address.ts';
import { decodeWords, encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { findField, formatDate, joinHeader, makeField } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { encodeTransfer, lineLimits } from '#protocol/message/transfer-encoding.ts';

/** An envelope takes no other characters without an extension. */
const plainAddress = /^[\x21-\x7e]+$/;
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;
const subjectMaxLength = 200;
const referencesMax = 20;

/** An address that can stand in an envelope; null where it is none. */
export function envelopeAddress(text: string): string | null {
  const address = parseAddress(text);
  return address !== null && plainAddress.test(address) ? address : null;
}

/** Whom a mail program would answer, where that is an alias of somebody, or stands for one. */
export function findReplyTo({ fields }: RawMessage): string | null {
  const [first, second] = parseMailboxes(findField(fields, 'reply-to') ?? findField(fields, 'from') ?? '');
  const address = first === undefined || second !== undefined ? null : envelopeAddress(first.address);
  if (address === null) return null;
  const { kind } = parseRecipient(address);
  return kind === 'alias' || kind === 'reverse' || kind === 'send' ? address : null;
}

/** The subject of an answer: in what others wrote, controls could be anything. */
function answerTo(subject: string): string {
  const plain = decodeWords(subject)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, subjectMaxLength)
    .toWellFormed();
  const answer = /^re:/iu.test(plain) ? plain : `Re: ${plain}`.trim();
  return printableAscii.test(answer) ? answer : encodeWords(answer);
}

/** The fields that keep a conversation together (RFC 5322 §3.6.4). */
function threadOf({ fields }: RawMessage) {
  const id = findField(fields, 'message-id') ?? '';
  if (!messageId.test(id)) return [];
  const earlier = (findField(fields, 'references') ?? '').split(/\s+/u).filter((word) => messageId.test(word));
  const references = [...earlier.filter((word) => word !== id).slice(-referencesMax), id];
  return [makeField('In-Reply-To', id), makeField('References', references.join(' '))];
}

interface ReplyParts {
  /** As `envelopeAddress` gives them. */
  readonly author: string;
  readonly recipient: string;
  readonly text: string;
  readonly answered: RawMessage;
  readonly now: Date;
  readonly random: Random;
}

/** An answer as a mail program writes it: plain text, with CRLF line ends. */
export function writeReply({ author, recipient, text, answered, now, random }: ReplyParts): Buffer {
  const lines = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
  const { encoding, content } = encodeTransfer(Buffer.from(`${lines}\n`.replaceAll('\n', '\r\n')), lineLimits.wished);
  const header = joinHeader([
    makeField('From', `<${author}>`),
    makeField('To', `<${recipient}>`),
    makeField('Subject', answerTo(findField(answered.fields, 'subject') ?? '')),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<${random.uuid()}@${splitAddress(author).domain}>`),
    ...threadOf(answered),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', 'text/plain; charset=utf-8'),
    makeField('Content-Transfer-Encoding', encoding),
  ]);
  const end = content.subarray(-2).toString('latin1') === '\r\n' ? '' : '\r\n';
  return Buffer.concat([header, Buffer.from('\r\n'), content, Buffer.from(end)]);
}
