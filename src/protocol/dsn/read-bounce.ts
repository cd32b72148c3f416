import {
  asksForProof,
  findStatus,
  isByServer,
  namesFinalCode,
  saysItFailed,
  type ServerText,
  tellsOfDelay,
} from '#protocol/dsn/failure-words.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText, findField } from '#protocol/message/header-fields.ts';
import { isAutomatic } from '#protocol/message/is-automatic.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { parseParameters } from '#protocol/message/parameters.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** What came to a bounce address. */
export type Bounce =
  | BounceReport
  /** A delay, an automatic answer, a challenge, a receipt, a complaint: nothing failed. */
  | { readonly kind: 'no_failure' }
  | Rejection
  | UnreadBounce;

/** Whatever it is, a person must read it. */
export interface UnreadBounce {
  readonly kind: 'unread';
  /** What it says, without the message it may bring back. */
  readonly text: string;
  /** A mail server's own report, by its form, its name or its words, or one that is encrypted. */
  readonly byServer: boolean;
}

/** Whoever had it to read let their server refuse it after it was taken (Sieve, RFC 5429 §2.1): no fault of theirs or ours. */
export interface Rejection {
  readonly kind: 'rejected';
  /** Header fields of our message as they came back; empty when they did not. */
  readonly returned: readonly HeaderField[];
}

/** What somebody's mail server says about a message of ours that it will never deliver. */
export interface BounceReport {
  readonly kind: 'failed';
  /** RFC 3463: `5.1.1`; `5.0.0` where the report does not say. */
  readonly status: string;
  /** Header fields of our message as they came back; empty when they did not. */
  readonly returned: readonly HeaderField[];
}

/** More of a report is not looked at. */
export const maxReadBytes = 256 * 1024;
const maxRecipients = 100;

/** The groups of fields that empty lines part (RFC 3464 §2.1), after the one about the message as a whole. */
function readGroups(content: Buffer): HeaderField[][] {
  const groups: HeaderField[][] = [];
  let rest = content.subarray(0, maxReadBytes);
  while (rest.length > 0 && groups.length <= maxRecipients) {
    const { fields, body } = parseMessage(rest);
    if (fields.length === 0 && body.length === rest.length) break;
    groups.push([...fields]);
    rest = body;
  }
  return groups.filter((fields) => fields.length > 0);
}

const otherActions = new Set(['delayed', 'delivered', 'relayed', 'expanded']);
const statusValue = /^\s*([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const recipientFields = new Set(['final-recipient', 'original-recipient', 'action', 'status', 'diagnostic-code']);

interface RecipientStatus {
  /** As the report itself gives it; empty where it does not. */
  readonly own: string;
  /** What the other server said, where that says more (RFC 3464 §2.3.6): Exim writes `5.0.0` whatever it was. */
  readonly best: string;
}

function statusOf(fields: readonly HeaderField[]): RecipientStatus {
  const [, own = ''] = statusValue.exec(findField(fields, 'status') ?? '') ?? [];
  if (own !== '' && !own.endsWith('.0.0')) return { own, best: own };
  const said = (findField(fields, 'diagnostic-code') ?? '').replace(/^\s*[a-z][\w-]*\s*;/i, '');
  return { own, best: findStatus(said) ?? own };
}

/**
 * RFC 3464 §2.3: `failed` is final, also after a status that was temporary. Without an action that we know, a final
 * status says it. `unclear`: words that say neither.
 */
function readRecipient(fields: readonly HeaderField[]): { readonly failed: string } | 'no_failure' | 'unclear' {
  const [action = ''] = /[a-z]+/.exec(findField(fields, 'action')?.toLowerCase() ?? '') ?? [];
  if (otherActions.has(action)) return 'no_failure';
  const { own, best } = statusOf(fields);
  if (action === 'failed') return { failed: /^[45]/.test(best) ? best : '5.0.0' };
  if (best.startsWith('5') || own.startsWith('5')) return { failed: best };
  return own.startsWith('2') ? 'no_failure' : 'unclear';
}

/** What the first recipient that failed says; `unclear` also where none is named. */
function readDeliveryStatus(part: MimePart): ReturnType<typeof readRecipient> {
  const told = readGroups(decodeTransfer(part.content, part.encoding))
    .filter((fields) => fields.some(({ key }) => recipientFields.has(key)))
    .map(readRecipient);
  const failed = told.find((one) => typeof one !== 'string');
  return failed ?? (told.length === 0 || told.includes('unclear') ? 'unclear' : 'no_failure');
}

/** All parts but those within an enclosed message: what that says, nobody here says, and whoever wrote it may have known that it comes back. */
export function outerParts(part: MimePart): MimePart[] {
  return [part, ...(part.type.startsWith('multipart/') ? part.children.flatMap(outerParts) : [])];
}

/** The header of our message: enclosed whole or as headers alone. */
export function findReturned(parts: readonly MimePart[]): readonly HeaderField[] {
  for (const { type, children, content, encoding } of parts) {
    if (children[0] !== undefined && type.startsWith('message/')) return children[0].fields;
    if (/^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/.test(type)) {
      return parseMessage(decodeTransfer(content, encoding).subarray(0, maxReadBytes)).fields;
    }
  }
  return [];
}

const entities: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** What HTML shows as text, one line for each block. */
function showHtml(html: string): string {
  const [head = '', ...styled] = html.split(/<style\b/i);
  return [head, ...styled.map((piece) => piece.split(/<\/style/i)[1] ?? '')]
    .join('<')
    .replaceAll(/<(?:br|\/(?:p|div|tr|h\d|li|table))\b[^<>]*>/gi, '\r\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '');
}

/** The first text that is for people; HTML only where there is nothing plainer. */
export function findText(parts: readonly MimePart[]): string {
  const find = (type: string) => parts.find((part) => part.type === type && part.children.length === 0);
  const part = find('text/plain') ?? find('text/html');
  if (part === undefined) return '';
  const text = decodeText({ ...part, content: part.content.subarray(0, maxReadBytes) });
  return part.type === 'text/html' ? showHtml(text) : text;
}

/** The line above a message of ours that stands in the report's text. */
const pastedHeader =
  /^[- ]*(?:below (?:this line )?is a copy of the (?:original )?message|(?:this is )?a copy of (?:your|the) message|(?:original|unsent|returned) message(?: headers?)?(?: follows?)?(?=[-.: ]*\r?$)|message headers follow).*(?:\r?\n)+/im;

const receiptType = /^message\/(?:global-)?disposition-notification$/;
const rejects = /^automatic-action\/mdn-sent-automatically;deleted$/i;

/**
 * Whether a receipt says that a message was refused (RFC 5429 §2.1.1), and nothing else: one that was read, shown or thrown away by
 * hand says otherwise. Comments may stand in it (RFC 8098). Of the message's own parts alone, as what it brings back may hold a receipt of somebody else's.
 */
function isRejection({ type, children }: MimePart): boolean {
  if (type !== 'multipart/report') return false;
  const [receipt, ...others] = children.filter((part) => receiptType.test(part.type));
  if (receipt === undefined || others.length > 0) return false;
  const content = decodeTransfer(receipt.content, receipt.encoding).subarray(0, maxReadBytes);
  const [first, ...more] = parseMessage(content).fields.filter(({ key }) => key === 'disposition');
  return first !== undefined && more.length === 0 && rejects.test(fieldText(first).replaceAll(/\([^()]*\)|\s/g, ''));
}

/** Parts by which a report of another kind is known: a receipt (RFC 8098), a complaint (RFC 5965). */
const otherReports = /^message\/(?:disposition-notification|global-disposition-notification|feedback-report)$/;

/**
 * Reads what came to a bounce address: as a delivery status notification (RFC 3464, also with parts of UTF-8, RFC 6533 §4.4), else by
 * the enhanced code, the SMTP reply or the known sentences of a server's plain text. Never throws.
 */
export function readBounce(message: RawMessage): Bounce {
  const { root } = parseParts(message);
  const parts = outerParts(root);
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  const told = status === undefined ? 'unclear' : readDeliveryStatus(status);
  if (told === 'no_failure') return { kind: 'no_failure' };
  if (told !== 'unclear') return { kind: 'failed', status: told.failed, returned: findReturned(parts) };
  if (status === undefined && isRejection(root)) return { kind: 'rejected', returned: findReturned(root.children) };
  if (status === undefined && parts.some(({ type }) => otherReports.test(type))) return { kind: 'no_failure' };
  return readText(message, parts, status);
}

/** Every bounce has the null reverse-path, and many are a multipart/report: neither tells one from an absence note. */
const notNull = 'unknown';
function isNoType({ key }: HeaderField): boolean {
  return key !== 'content-type';
}

/** What stands above the message that a text brings back, and that message. */
function splitPasted(text: string): { readonly words: string; readonly pasted: string } {
  const line = pastedHeader.exec(text);
  if (line === null) return { words: text, pasted: '' };
  return { words: text.slice(0, line.index), pasted: text.slice(line.index + line[0].length) };
}

/** Its form says that it is a server's report, whatever it says: also one that lost the part for programs. */
function isReportByForm({ fields }: RawMessage): boolean {
  const { value, parameters } = parseParameters(findField(fields, 'content-type') ?? '');
  return value === 'multipart/report' && parameters.get('report-type')?.toLowerCase() === 'delivery-status';
}

/** Nobody here can read it, so nothing in it says that it is no failure. */
function isSealed({ fields }: RawMessage, words: string): boolean {
  const { value } = parseParameters(findField(fields, 'content-type') ?? '');
  return (
    /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime)$/.test(value) || words.includes('-----BEGIN PGP MESSAGE')
  );
}

/** A text, and what its message says of it. */
interface ToldText {
  readonly said: ServerText;
  /** A server's report by its form. */
  readonly isReport: boolean;
  /** By its form, its name or its words. */
  readonly byServer: boolean;
  readonly isSecret: boolean;
}

function judgeText(
  message: RawMessage,
  { said, isReport, byServer, isSecret }: ToldText,
): 'failed' | 'no_failure' | 'unread' {
  // Exim names in this field who failed, and sets it for nothing else.
  const hasFailed = findField(message.fields, 'x-failed-recipients') !== null;
  if (!hasFailed && tellsOfDelay(said)) {
    // Of two recipients one may be tried again and the other have failed: a person sees which.
    return byServer && namesFinalCode(said.words) ? 'unread' : 'no_failure';
  }
  if (hasFailed || (byServer && saysItFailed(said))) return 'failed';
  if (isSecret || isReport) return 'unread';
  return isAnswer(message, byServer) || asksForProof(said) ? 'no_failure' : 'unread';
}

function saidIn({ fields }: RawMessage, words: string): ServerText {
  return {
    from: decodeWords(findField(fields, 'from') ?? '').replace(/^[^<]*<(?=mailer-?daemon\b)/i, ''),
    subject: decodeWords(findField(fields, 'subject') ?? ''),
    words,
  };
}

const anyReport = /^(?:message\/(?:global-)?delivery-status|multipart\/report)$/;

/**
 * Whether what came to a bounce address may be a note of whoever has the inbox, marked or not: no report of a server, by its form, its name
 * or its words, no receipt, complaint or challenge, and nothing that only they can read. Never throws.
 */
export function isNote(message: RawMessage): boolean {
  const parts = outerParts(parseParts(message).root);
  if (parts.some(({ type }) => anyReport.test(type) || otherReports.test(type))) return false;
  const { words } = splitPasted(findText(parts));
  const said = saidIn(message, words);
  const title = { ...said, words: '' };
  // What people write of their plans may sound like either: a challenge leads somewhere, and a delay says so above.
  const isChallenge = asksForProof(title) || (asksForProof(said) && /https?:|@/i.test(words));
  if (isByServer(said) || tellsOfDelay(title) || isChallenge || isSealed(message, words)) return false;
  return findField(message.fields, 'x-failed-recipients') === null;
}

function readText(message: RawMessage, parts: readonly MimePart[], status?: MimePart): Bounce {
  const { words, pasted } = splitPasted(findText(parts));
  const said = saidIn(message, words);
  const isReport = status !== undefined || isReportByForm(message);
  const told = { said, isReport, byServer: isReport || isByServer(said), isSecret: isSealed(message, words) };
  const kind = judgeText(message, told);
  if (kind === 'no_failure') return { kind };
  if (kind === 'unread') {
    return { kind, text: words.trim() === '' ? showStatus(status) : words, byServer: told.byServer || told.isSecret };
  }
  const enclosed = findReturned(parts);
  const returned = enclosed.length > 0 ? enclosed : parseMessage(Buffer.from(pasted)).fields;
  return { kind, status: findStatus(words) ?? '5.0.0', returned };
}

/** Reports of servers are marked as automatic answers, too: what one says in other words is for a person to read. */
function isAnswer(message: RawMessage, byServer: boolean): boolean {
  return !byServer && isAutomatic({ ...message, fields: message.fields.filter(isNoType) }, notNull);
}

function showStatus(status: MimePart | undefined): string {
  if (status === undefined) return '';
  return decodeTransfer(status.content, status.encoding).subarray(0, maxReadBytes).toString();
}
