import type { HeaderField } from '#mail/message/raw-message.ts';

export type Canonicalization = 'relaxed' | 'simple';

/** Only blanks are trimmed: `trim()` would take a Latin-1 no-break space, the last octet of many UTF-8 characters. */
const relaxedValue = (raw: string): string => {
  const value = raw
    .slice(raw.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ');
  return value.slice(value.startsWith(' ') ? 1 : 0, value.length > 1 && value.endsWith(' ') ? -1 : value.length);
};

/** One field as DKIM signs it (RFC 6376 §3.4.1, §3.4.2), closing CRLF included; octets as Latin-1 characters. */
export const canonicalizeField = (field: HeaderField, form: Canonicalization): string => {
  const raw = field.raw.toString('latin1');
  return form === 'simple' ? raw : `${field.key}:${relaxedValue(raw)}\r\n`;
};

/**
 * The signed part of a header: for each name in `signed` the lowest instance not yet taken; a name beyond the last
 * instance stands for nothing (RFC 6376 §5.4.2). Closing CRLF included; octets as Latin-1 characters.
 */
export const canonicalizeSigned = (
  fields: readonly HeaderField[],
  signed: readonly string[],
  form: Canonicalization,
): string => {
  const instances = new Map<string, HeaderField[]>();
  for (const field of fields) {
    const group = instances.get(field.key);
    if (group) group.push(field);
    else instances.set(field.key, [field]);
  }
  let text = '';
  for (const name of signed) {
    const field = instances.get(name)?.pop();
    if (field) text += canonicalizeField(field, form);
  }
  return text;
};
