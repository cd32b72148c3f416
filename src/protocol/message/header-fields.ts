import { isAscii, isUtf8 } from 'node:buffer';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** Where new fields are folded; a single longer word is left whole. RFC 5322 §2.1.1 asks for 78 without CRLF. */
const foldAtColumn = 76;
const printable = /^[ -~]*$/;
const blanksAndControls = /[\p{Cc} ]+/u;

/**
 * A new header field, folded at spaces. The value must not hold CR, LF or words of more than 900 octets; control
 * characters are replaced by spaces, so that no value can start a field of its own.
 */
export function makeField(name: string, value: string): HeaderField {
  // Most values: there a character is an octet.
  const isPlain = printable.test(value);
  const words = value.split(isPlain ? ' ' : blanksAndControls);
  let text = `${name}:`;
  let column = text.length;
  for (const word of words) {
    if (word === '') continue;
    const octets = 1 + (isPlain ? word.length : Buffer.byteLength(word));
    // The first word stays beside the name.
    const folds = column + octets > foldAtColumn && text.length > name.length + 1;
    column = folds ? octets : column + octets;
    text += folds ? `\r\n ${word}` : ` ${word}`;
  }
  return { name, key: name.toLowerCase(), raw: Buffer.from(`${text}\r\n`) };
}

/**
 * Passes every field through `edit`: the same field keeps its octets, null drops it, another one takes its place.
 * Order stays as it was.
 */
export function editHeader(
  fields: readonly HeaderField[],
  edit: (field: HeaderField) => HeaderField | null,
): HeaderField[] {
  const edited: HeaderField[] = [];
  for (const field of fields) {
    const outcome = edit(field);
    if (outcome !== null) edited.push(outcome);
  }
  return edited;
}

/** A message before signing: header block without its closing empty line, body with CRLF line ends. */
export interface ComposedMail {
  readonly header: Buffer;
  readonly body: Buffer;
}

/** The octets of a header block, without the empty line that ends it. */
export function joinHeader(fields: readonly HeaderField[]): Buffer {
  return Buffer.concat(fields.map((field) => field.raw));
}

/**
 * A field body as text: unfolded (RFC 5322 §2.2.3) and trimmed. Octets above 127 are read as UTF-8 (RFC 6532), or as
 * Latin-1 where they are not UTF-8. Encoded words stay encoded.
 */
export function fieldText(field: HeaderField): string {
  const value = field.raw.subarray(field.raw.indexOf(0x3a) + 1);
  const text = !isAscii(value) && isUtf8(value) ? value.toString('utf8') : value.toString('latin1');
  return text.replaceAll('\r\n', '').trim();
}

/** The text of the topmost field of a name (lower case), as `fieldText` gives it; null without one. */
export function findField(fields: readonly HeaderField[], key: string): string | null {
  const field = fields.find((candidate) => candidate.key === key);
  return field === undefined ? null : fieldText(field);
}

/** A date-time of RFC 5322 §3.3 in UTC, for example `Sat, 21 Nov 2026 01:57:44 +0000`. */
export function formatDate(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000');
}
