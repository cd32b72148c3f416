import type { HeaderField } from '#protocol/message/parse-message.ts';

export type Canonicalization = 'relaxed' | 'simple';

/** The instances of each field, top to bottom, by lower-case name. */
export type FieldIndex = ReadonlyMap<string, readonly HeaderField[]>;

/** Made once for all signatures of a message. */
export function indexFields(fields: readonly HeaderField[]): FieldIndex {
  const index = new Map<string, HeaderField[]>();
  for (const field of fields) {
    const instances = index.get(field.key);
    if (instances === undefined) index.set(field.key, [field]);
    else instances.push(field);
  }
  return index;
}

/** Blanks that relaxed form changes: all but a single space. */
const changedBlanks = /\t[ \t]*| [ \t]+/g;

/** Only blanks are trimmed: `trim()` would take a Latin-1 no-break space, the last octet of many UTF-8 characters. */
function relaxedValue(raw: string): string {
  const value = raw
    .slice(raw.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(changedBlanks, ' ');
  return value.slice(value.startsWith(' ') ? 1 : 0, value.length > 1 && value.endsWith(' ') ? -1 : value.length);
}

/**
 * Canonicalization of one field, as DKIM signs it (RFC 6376 §3.4.1, §3.4.2), closing CRLF included; octets as Latin-1
 * characters.
 */
export function canonicalizeField(field: HeaderField, form: Canonicalization): string {
  const raw = field.raw.toString('latin1');
  return form === 'simple' ? raw : `${field.key}:${relaxedValue(raw)}\r\n`;
}

/**
 * Canonicalization of the signed header fields: for each name in `signed` (lower case) the lowest instance not yet
 * taken; a name beyond the last instance stands for nothing (RFC 6376 §5.4.2). Closing CRLF included; octets as Latin-1
 * characters.
 */
export function canonicalizeSigned(index: FieldIndex, signed: readonly string[], form: Canonicalization): string {
  const left = new Map<string, number>();
  let text = '';
  for (const name of signed) {
    const instances = index.get(name);
    if (instances === undefined) continue;
    const count = left.get(name) ?? instances.length;
    const field = instances[count - 1];
    if (field === undefined) continue;
    left.set(name, count - 1);
    text += canonicalizeField(field, form);
  }
  return text;
}

/** A `b=` tag with its value; no other tag can hold a semicolon. The value ends before the closing CRLF. */
const signatureTag = /(^|;)([ \t\r\n]*b[ \t\r\n]*=)[^;]*/;

/**
 * Canonicalization of the signature field itself, the last piece of what it signs: with the value of `b=` taken out,
 * every other octet kept, and without the closing CRLF (RFC 6376 §3.7, RFC 8617 §4.1.3).
 */
export function canonicalizeOwn(field: HeaderField, form: Canonicalization): string {
  const raw = field.raw.toString('latin1', 0, field.raw.length - 2);
  const colon = raw.indexOf(':') + 1;
  const bare = raw.slice(0, colon) + raw.slice(colon).replace(signatureTag, '$1$2');
  return form === 'simple' ? bare : `${field.key}:${relaxedValue(bare)}`;
}
