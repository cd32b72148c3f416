import { fieldText, makeField } from '#protocol/message/header-fields.ts';
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
function isDoubtful(part: MimePart, text: string): boolean {
  if (part.type.startsWith('multipart/') && !hasPlainBoundary(part, text)) return true;
  return /multipart/i.test(text) && text.split(/[\s;]/, 1)[0]?.toLowerCase() !== part.type;
}

/** One of the fields that say what a part is, as everybody reads it; the same field where there is no doubt. */
function settleField(field: HeaderField, part: MimePart): HeaderField {
  const { type, parameters, encoding } = part;
  const text = fieldText(field);
  if (field.key === 'content-type' && isDoubtful(part, text)) {
    return makeField(field.name, formatParameters(type, parameters));
  }
  const isLoose = field.key === 'content-transfer-encoding' && text.toLowerCase() !== encoding;
  return isLoose && isKnownEncoding(encoding) ? makeField(field.name, encoding) : field;
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
export function settleFields(part: MimePart): readonly HeaderField[] | null {
  const seen = new Set<string>();
  const settled: HeaderField[] = [];
  let changed = !hasEndOfHeader(part);
  for (const field of part.fields) {
    if (!field.key.startsWith('content-')) {
      settled.push(field);
      continue;
    }
    const kept = seen.has(field.key) ? null : settleField(field, part);
    seen.add(field.key);
    if (kept !== null) settled.push(kept);
    changed ||= kept !== field;
  }
  return changed ? settled : null;
}
