import { createHash } from 'node:crypto';
import { filenameOf, sortParts } from '#protocol/message/body-parts.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { type MimePart, parseParts } from '#protocol/message/parse-parts.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import { decodeText, decodeTransfer } from '#protocol/message/transfer-encoding.ts';

/** Decoded octets of attachments in one payload, and characters of each body. */
export const payloadLimits = { attachmentBytes: 10 * 1024 * 1024, bodyCharacters: 2 * 1024 * 1024 } as const;

export interface PayloadAttachment {
  readonly filename: string | null;
  readonly content_type: string;
  readonly size: number;
  readonly content_id: string | null;
  readonly disposition: string | null;
  readonly sha256: string;
  /** Base64; null when the payload has no room for it. */
  readonly content: string | null;
}

/** What the body of a message holds. */
export interface PayloadContent {
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly PayloadAttachment[];
  /** Something is missing. */
  readonly truncated: boolean;
}

/** The texts of one kind, lines ended by LF, cut where they are too long and never within a surrogate pair. */
function readBody(parts: readonly MimePart[]): { readonly text: string | null; readonly isCut: boolean } {
  if (parts.length === 0) return { text: null, isCut: false };
  const { bodyCharacters } = payloadLimits;
  const joined = parts.map(decodeText).join('\n');
  // Line ends of two characters can halve a text, so twice as much is looked at.
  const text = joined.slice(0, 2 * bodyCharacters).replaceAll('\r\n', '\n');
  const isCut = text.length > bodyCharacters || joined.length > 2 * bodyCharacters;
  return { text: text.slice(0, bodyCharacters).toWellFormed(), isCut };
}

function describeAttachment(part: MimePart, room: number): PayloadAttachment {
  const octets = decodeTransfer(part.content, part.encoding);
  return {
    filename: filenameOf(part),
    content_type: part.type,
    size: octets.length,
    content_id: findField(part.fields, 'content-id'),
    disposition: part.disposition?.value ?? null,
    sha256: createHash('sha256').update(octets).digest('hex'),
    content: octets.length > room ? null : octets.toString('base64'),
  };
}

/** In their order, as many as there is room for; of the others what they are. */
function readAttachments(parts: readonly MimePart[]): PayloadAttachment[] {
  let room: number = payloadLimits.attachmentBytes;
  return parts.map((part) => {
    const attachment = describeAttachment(part, room);
    if (attachment.content !== null) room -= attachment.size;
    return attachment;
  });
}

/**
 * Texts and attachments of a message, in a time and a memory linear in its size: what parsers made for mail programs
 * take for a body of nothing but line ends would end the program. Of one with more parts than we read, nothing. Never
 * throws.
 */
export function readContent(message: RawMessage): PayloadContent {
  const { root, complete } = parseParts(message);
  if (!complete) return { text: null, html: null, attachments: [], truncated: true };
  const parts = sortParts(root);
  const plain = readBody(parts.plain);
  const html = readBody(parts.html);
  const attachments = readAttachments(parts.attached);
  const isMissing = plain.isCut || html.isCut || attachments.some(({ content }) => content === null);
  return { text: plain.text, html: html.text, attachments, truncated: isMissing };
}
