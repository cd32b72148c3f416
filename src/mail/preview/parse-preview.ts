import PostalMime from 'postal-mime';
import type { Address, Email } from 'postal-mime';
import type { InboxMessage } from '#contract/inbox.ts';

/** The fields of a list entry that stand in the message itself. */
export interface PreviewSummary {
  readonly from: string;
  readonly subject: string;
}

/** The fields of a shown message that stand in the message itself. */
export type PreviewContent = Pick<InboxMessage, 'headers' | 'text' | 'html' | 'attachments'>;

const unreadableShownBytes = 64 * 1024;

function formatAddress(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.address === undefined || address.name === '') return address.address ?? address.name;
  return `${address.name} <${address.address}>`;
}

/** The parser refuses hostile nesting and endless headers; such a message is shown as plain octets. */
async function parseOrNull(content: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(content);
  } catch {
    return null;
  }
}

function sizeOf(content: ArrayBuffer | Uint8Array | string): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
}

/**
 * Reads decoded From and Subject from the header block alone; the body is not looked at.
 * Never throws: an unreadable header gives empty texts.
 */
export async function parsePreviewSummary(content: Buffer): Promise<PreviewSummary> {
  const headerEnd = content.indexOf('\r\n\r\n');
  const email = await parseOrNull(headerEnd < 0 ? content : content.subarray(0, headerEnd + 4));
  return { from: formatAddress(email?.from), subject: email?.subject ?? '' };
}

/**
 * Reads a whole message for display: headers in their order, text, HTML and what is attached.
 * Never throws: of a message the parser refuses, the first 64 KiB are given as text.
 */
export async function parsePreviewContent(content: Buffer): Promise<PreviewContent> {
  const email = await parseOrNull(content);
  if (email === null) {
    return {
      headers: [],
      text: content.subarray(0, unreadableShownBytes).toString(),
      html: null,
      attachments: [],
    };
  }
  return {
    headers: email.headers.map(({ originalKey, value }) => [originalKey, value]),
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map(({ filename, mimeType, content: attached }) => ({
      filename,
      mimeType,
      sizeBytes: sizeOf(attached),
    })),
  };
}
