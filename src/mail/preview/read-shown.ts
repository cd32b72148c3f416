import type { InboxEntry, InboxMessage } from '#contract/inbox.ts';
import { filenameOf, sortParts } from '#protocol/message/body-parts.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { headerLimits, parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** The fields of a list entry that stand in the message itself. */
export type PreviewSummary = Pick<InboxEntry, 'from' | 'subject'>;

/** The parts of a message on the screen that stand in the message itself. */
type PreviewShown = Pick<InboxMessage, 'headers' | 'text' | 'html' | 'attachments' | 'cut'>;

/** What somebody attached, decoded. */
export interface PreviewAttachment {
  readonly filename: string | null;
  readonly octets: Buffer;
}

const unreadableShownBytes = 64 * 1024;
/** Characters of a text, and of HTML: more is slow to draw, and nobody reads it. */
const shownMaxLength = 512 * 1024;

/** Null for a header beyond our limits. */
export function parseOrNull(content: Buffer): RawMessage | null {
  const message = parseMessage(content);
  const headerBytes = content.length - message.body.length;
  return headerBytes > headerLimits.maxBytes || message.fields.length > headerLimits.maxFields ? null : message;
}

/** Decoded From and Subject; empty texts where they cannot be read. */
export function readSummary(content: Buffer): PreviewSummary {
  const fields = parseOrNull(content)?.fields ?? [];
  const textOf = (wanted: string): string => {
    const field = fields.find(({ key }) => key === wanted);
    return field === undefined ? '' : fieldText(field);
  };
  const from = textOf('from');
  const { name, address } = parseMailboxes(from)[0] ?? { name: null, address: decodeWords(from) };
  return { from: name === null ? address : `${name} <${address}>`, subject: decodeWords(textOf('subject')) };
}

function joinTexts(parts: readonly MimePart[]): string | null {
  return parts.length === 0 ? null : parts.map(decodeText).join('\n').replaceAll('\r\n', '\n');
}

/** The root of a message, null where it has more header or more parts than we read. */
function readTree(content: Buffer): MimePart | null {
  const message = parseOrNull(content);
  const tree = message && parseParts(message);
  return tree?.complete ? tree.root : null;
}

/**
 * What of a message is shown: headers in their order, text, HTML and what is attached. Of one with more header or more
 * parts than we read, the first 64 KiB as text. Never throws.
 */
export function readShown(content: Buffer): PreviewShown {
  const root = readTree(content);
  if (root === null) {
    const text = content.subarray(0, unreadableShownBytes).toString();
    return { headers: [], text, html: null, attachments: [], cut: content.length > unreadableShownBytes };
  }
  const parts = sortParts(root);
  const [text, html] = [joinTexts(parts.plain), joinTexts(parts.html)];
  return {
    headers: root.fields.map((field) => [field.name, fieldText(field)]),
    text: text?.slice(0, shownMaxLength) ?? null,
    html: html?.slice(0, shownMaxLength) ?? null,
    cut: Math.max(text?.length ?? 0, html?.length ?? 0) > shownMaxLength,
    attachments: parts.attached.map((part) => ({
      filename: filenameOf(part),
      mimeType: part.type,
      sizeBytes: decodeTransfer(part.content, part.encoding).length,
    })),
  };
}

/** One of `attachments`, by its place in them; null where there is none. */
export function readAttachment(content: Buffer, index: number): PreviewAttachment | null {
  const root = readTree(content);
  const part = root && sortParts(root).attached[index];
  return part ? { filename: filenameOf(part), octets: decodeTransfer(part.content, part.encoding) } : null;
}
