import { isAscii, isUtf8 } from 'node:buffer';
import { joinHeader, makeField } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

export interface ProtectInput {
  /** Of the message, without what servers on its way noted. */
  readonly fields: readonly HeaderField[];
  readonly body: Buffer;
  /** What stays readable outside; every other field is inside alone. Keys in lower case. */
  readonly outerKeys: ReadonlySet<string>;
  /** The Subject stands outside as `[...]`. */
  readonly hideSubject: boolean;
  /** Stands outside in the place of From; left out: From itself. */
  readonly outerFrom?: HeaderField | undefined;
}

/** A message ready to be encrypted with its header (RFC 9788). */
export interface ProtectedMessage {
  /** What anybody on the way may read; no Content-* field and no MIME-Version. */
  readonly outer: readonly HeaderField[];
  /** The octets to encrypt: a MIME entity whose body is the one given, octet for octet. */
  readonly payload: Buffer;
}

const emptyLine = Buffer.from('\r\n');
const outerName = Buffer.from('HP-Outer: ');
const hpParameter = /;\s*hp\s*=\s*(?:"[^"]*"|[^\s;]*)/gi;

function isStructural({ key }: HeaderField): boolean {
  return key.startsWith('content-') || key === 'mime-version';
}

/** Without what separates parameters at its end; a pattern would search each run of spaces within it again and again. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n;'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Of text that never said what it is: readers guess it then, and would no more once it is named otherwise. */
function charsetOf(body: Buffer): string {
  if (isAscii(body)) return 'us-ascii';
  return isUtf8(body) ? 'utf-8' : 'unknown-8bit';
}

/** Says that the header within is the true one, and that it was encrypted (RFC 9788 §2.1.1). All else stays as it was written. */
function withHp(field: HeaderField | undefined, body: Buffer): HeaderField {
  const written = field?.raw.toString('latin1') ?? `Content-Type: text/plain; charset=${charsetOf(body)}`;
  const value = trimEnd(written.replaceAll(hpParameter, ''));
  return { name: 'Content-Type', key: 'content-type', raw: Buffer.from(`${value};\r\n hp="cipher"\r\n`, 'latin1') };
}

/** How a field stands outside: `hcp_baseline` (RFC 9788 §3.2.1) on top of a list of what may; null: not at all. */
function outside(field: HeaderField, { outerKeys, hideSubject, outerFrom }: ProtectInput): HeaderField | null {
  if (!outerKeys.has(field.key)) return null;
  if (field.key === 'from') return outerFrom ?? field;
  return field.key === 'subject' && hideSubject ? makeField(field.name, '[...]') : field;
}

/**
 * Puts a message's header inside of what is encrypted, with a note of what stands outside (RFC 9788 §2.2), so that a reader shows the
 * one that nobody could change on the way.
 */
export function protectHeader(input: ProtectInput): ProtectedMessage {
  const own = input.fields.filter((field) => !isStructural(field) && field.key !== 'hp-outer');
  const outer = own.flatMap((field) => outside(field, input) ?? []);
  const noted = outer.map(({ raw }) => ({ name: 'HP-Outer', key: 'hp-outer', raw: Buffer.concat([outerName, raw]) }));
  const content = input.fields.filter(({ key }) => key.startsWith('content-') && key !== 'content-type');
  const contentType = withHp(
    input.fields.find(({ key }) => key === 'content-type'),
    input.body,
  );
  const header = joinHeader([...own, ...noted, makeField('MIME-Version', '1.0'), contentType, ...content]);
  return { outer, payload: Buffer.concat([header, emptyLine, input.body]) };
}
