import { editHeader, fieldText, makeField } from '#protocol/message/header-fields.ts';
import { formatParameters } from '#protocol/message/parameters.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { MimePart } from '#protocol/message/parse-parts.ts';
import { isKnownEncoding } from '#protocol/message/transfer-encoding.ts';

/** A boundary that every program reads alike: given once, in its plain form. */
function hasPlainBoundary({ parameters }: MimePart, text: string): boolean {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]*)"|([^\s;"()\\]+))\s*(?:;|$)/i.exec(text) ?? [];
  return (quoted ?? bare) === parameters.get('boundary') && text.match(/boundary[\s*\d]*=/gi)?.length === 1;
}

/** Whether programs can take a part for a multipart, or its delimiters for others, where it is read otherwise here. */
function isDoubtful(part: MimePart, field: HeaderField): boolean {
  // Most parts: no multipart under any reading.
  if (!/multipart/i.test(field.raw.toString('latin1'))) return false;
  const text = fieldText(field);
  if (part.type.startsWith('multipart/') && !hasPlainBoundary(part, text)) return true;
  return text.split(/[\s;]/, 1)[0]?.toLowerCase() !== part.type;
}

/** One of the fields that say what a part is, as everybody reads it; the same field where there is no doubt. */
function settleField(field: HeaderField, part: MimePart): HeaderField {
  const { type, parameters, encoding } = part;
  if (field.key === 'content-type') {
    return isDoubtful(part, field) ? makeField(field.name, formatParameters(type, parameters)) : field;
  }
  if (field.key !== 'content-transfer-encoding' || !isKnownEncoding(encoding)) return field;
  return fieldText(field).toLowerCase() === encoding ? field : makeField(field.name, encoding);
}

/** Whether the empty line that ends its header is there: some programs read on where it is missing. */
function hasEndOfHeader({ fields, start, contentStart, content }: MimePart): boolean {
  return (
    content.length === 0 ||
    contentStart === 0 ||
    fields.reduce((octets, { raw }) => octets + raw.length, start + 2) === contentStart
  );
}

/**
 * The header of a part without what programs read in two ways: of Content-* fields that stand there twice the first, one
 * plain boundary, a plain transfer encoding, an end. Whatever a program shows is then what was read here. Null when there
 * is no such thing, as in all but hostile or broken mail.
 */
export function normalizeFields(part: MimePart): readonly HeaderField[] | null {
  const seen = new Set<string>();
  const settle = (field: HeaderField): HeaderField | null => {
    if (!field.key.startsWith('content-')) return field;
    if (seen.has(field.key)) return null;
    seen.add(field.key);
    return settleField(field, part);
  };
  if (hasEndOfHeader(part) && part.fields.every((field) => settle(field) === field)) return null;
  seen.clear();
  return editHeader(part.fields, settle);
}
