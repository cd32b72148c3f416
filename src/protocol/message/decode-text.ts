import { isUtf8 } from 'node:buffer';
import { decodeCharset } from '#protocol/message/decode-charset.ts';
import { decodeTransfer } from '#protocol/message/decode-transfer.ts';
import type { MimePart } from '#protocol/message/mime-part.ts';

/** Labels that real senders give to any text. */
const unsure = new Set(['', 'us-ascii', 'ascii', 'ansi_x3.4-1968', 'utf8', 'utf-8', 'unknown-8bit', '8bit']);

/**
 * The text of a part: its transfer encoding undone, read in its charset. Without a charset, or under a label that says
 * nothing, UTF-8 where the octets are that, else Windows-1252. Line ends stay as they are. Never throws.
 */
export function decodeText({ content, encoding, parameters }: MimePart): string {
  const octets = decodeTransfer(content, encoding);
  const label = (parameters.get('charset') ?? '').trim().toLowerCase();
  if (unsure.has(label)) return decodeCharset(octets, isUtf8(octets) ? 'utf-8' : 'windows-1252');
  return decodeCharset(octets, label);
}
