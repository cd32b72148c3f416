import type { HeaderField } from '#mail/message/raw-message.ts';

/** Where new fields are folded; a single longer word is left whole. RFC 5322 §2.1.1 asks for 78 without CRLF. */
const foldAtColumn = 76;

/**
 * A new field, folded at spaces. The value must not hold CR, LF or words of more than 900 octets; control characters
 * are replaced by spaces, so that no value can start a field of its own.
 */
export const makeField = (name: string, value: string): HeaderField => {
  const [first = '', ...words] = value.split(/[\p{Cc} ]+/u).filter((word) => word !== '');
  const lines: string[] = [];
  let line = `${name}: ${first}`;
  let column = Buffer.byteLength(line);
  for (const word of words) {
    const octets = 1 + Buffer.byteLength(word);
    if (column + octets > foldAtColumn) {
      lines.push(line);
      line = '';
      column = 0;
    }
    line += ` ${word}`;
    column += octets;
  }
  lines.push(line);
  return { name, key: name.toLowerCase(), raw: Buffer.from(`${lines.join('\r\n')}\r\n`) };
};

/**
 * Passes every field through `edit`: the same field keeps its octets, null drops it, another one takes its place.
 * Order stays as it was.
 */
export const editHeader = (
  fields: readonly HeaderField[],
  edit: (field: HeaderField) => HeaderField | null,
): HeaderField[] => {
  const edited: HeaderField[] = [];
  for (const field of fields) {
    const outcome = edit(field);
    if (outcome !== null) edited.push(outcome);
  }
  return edited;
};

/** The octets of a header block, without the empty line that ends it. */
export const joinHeader = (fields: readonly HeaderField[]): Buffer => Buffer.concat(fields.map((field) => field.raw));
