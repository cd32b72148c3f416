import { findReverseTokens } from '#mail/as-alias/address-replacer.ts';
import { isKeptWhole } from '#mail/as-alias/identity-parts.ts';
import { isCalendar } from '#mail/forward/calendar-parts.ts';
import { parseRecipient } from '#mail/recipient/address-forms.ts';
import { filenameOf } from '#protocol/message/body-parts.ts';
import { decodeText } from '#protocol/message/transfer-encoding.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { type MimePart, type MimeTree, parseParts } from '#protocol/message/parse-parts.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** What an owner wants to send as an alias, read once. */
export interface Draft {
  readonly message: RawMessage;
  /** Incomplete also when there is more text than is rewritten. */
  readonly tree: MimeTree;
  /** The decoded words of the parts that are rewritten: plain text, HTML and calendars. */
  readonly texts: ReadonlyMap<MimePart, string>;
  /** Addresses in To and Cc. */
  readonly recipients: readonly string[];
  /** Tokens of the reverse addresses in To, Cc, Subject and the texts, at most 200. */
  readonly reverseTokens: readonly string[];
}

const maxTokens = 200;
/** Octets of text, as they came, that are rewritten. */
export const maxTextOctets = 4 * 1024 * 1024;
const rewritten = new Set(['text/plain', 'text/html']);
const readFields = new Set(['to', 'cc', 'subject']);

/** Files are never rewritten, whatever they hold; an invitation is none. */
function isText(part: MimePart): boolean {
  const isFile = part.disposition?.value === 'attachment' || filenameOf(part) !== null;
  return part.children.length === 0 && ((rewritten.has(part.type) && !isFile) || isCalendar(part));
}

function findTexts(part: MimePart): MimePart[] {
  if (isKeptWhole(part)) return [];
  return isText(part) ? [part] : part.children.flatMap(findTexts);
}

/** Reads a message for `writeAsAlias`. Never throws. */
export function readDraft(message: RawMessage): Draft {
  const { root, complete } = parseParts(message);
  const parts = findTexts(root);
  const isShort = parts.reduce((octets, { content }) => octets + content.length, 0) <= maxTextOctets;
  const texts = new Map(isShort ? parts.map((part) => [part, decodeText(part)]) : []);
  const fields = message.fields.filter(({ key }) => readFields.has(key)).map(fieldText);
  const recipients = message.fields
    .filter(({ key }) => key === 'to' || key === 'cc')
    .flatMap((field) => parseMailboxes(fieldText(field)))
    .map(({ address }) => address);
  const named = recipients.map(parseRecipient).flatMap((to) => (to.kind === 'send' ? [to.correspondent] : []));
  const tokens = new Set<string>();
  for (const text of [...fields, ...named, ...texts.values()]) {
    for (const token of findReverseTokens(text, maxTokens - tokens.size)) tokens.add(token);
    if (tokens.size >= maxTokens) break;
  }
  return { message, tree: { root, complete: complete && isShort }, texts, recipients, reverseTokens: [...tokens] };
}
