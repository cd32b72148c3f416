/** One header field exactly as it stands in the message. */
export interface HeaderField {
  /** As written, without colon. */
  readonly name: string;
  /** Lower case. */
  readonly key: string;
  /** Name, colon, value, folding and the closing CRLF. */
  readonly raw: Buffer;
}

/**
 * A message: header fields and body, split at its first empty line. `body` is a view into the received octets and is
 * never changed.
 */
export interface RawMessage {
  readonly fields: readonly HeaderField[];
  readonly body: Buffer;
}

/** A header beyond these is not read further; callers refuse such a message. */
export const headerLimits = { maxBytes: 1024 * 1024, maxFields: 10_000 } as const;

const lf = 0x0a;
const cr = 0x0d;
const colon = 0x3a;

function isNameOctet(octet = 0): boolean {
  return octet > 0x20 && octet < 0x7f && octet !== colon;
}

function isBlank(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09;
}

/** Index after the CRLF that ends the line at `from`; the end of the content when none does. */
function endOfLine(content: Buffer, from: number): number {
  for (let at = content.indexOf(lf, from); at !== -1; at = content.indexOf(lf, at + 1)) {
    if (at > from && content[at - 1] === cr) return at + 1;
  }
  return content.length;
}

function endOfField(content: Buffer, from: number): number {
  let end = endOfLine(content, from);
  while (end < content.length && isBlank(content[end])) end = endOfLine(content, end);
  return end;
}

/**
 * Octets of a field name: printable ASCII without space and colon (RFC 5322 §2.2). Blanks before the colon are
 * tolerated (RFC 5322 §4.5.3). Null when no field starts here.
 */
function readName(content: Buffer, from: number, end: number): string | null {
  let at = from;
  while (at < end && isNameOctet(content[at])) at += 1;
  if (at === from) return null;
  const name = content.toString('latin1', from, at);
  while (at < end && isBlank(content[at])) at += 1;
  return content[at] === colon ? name : null;
}

function isEmptyLine(content: Buffer, at: number): boolean {
  return content[at] === cr && content[at + 1] === lf;
}

/** A last field that the content cuts off before its CRLF gets one, so that fields can always be joined. */
function closedField(raw: Buffer): Buffer {
  return raw.length >= 2 && raw[raw.length - 2] === cr && raw[raw.length - 1] === lf
    ? raw
    : Buffer.concat([raw, Buffer.from('\r\n')]);
}

/**
 * Splits a message with CRLF line ends (bare CR and LF were refused before) into its header fields and its body,
 * in one pass and without copying. The header ends at the first empty line or, as in other mail servers, at the first
 * line that cannot be part of a field, which is then the first line of the body. Never throws.
 */
export function parseMessage(content: Buffer): RawMessage {
  const fields: HeaderField[] = [];
  let at = 0;
  while (at < content.length && at <= headerLimits.maxBytes && fields.length <= headerLimits.maxFields) {
    if (isEmptyLine(content, at)) return { fields, body: content.subarray(at + 2) };
    const end = endOfField(content, at);
    const name = readName(content, at, end);
    if (name === null) break;
    fields.push({ name, key: name.toLowerCase(), raw: closedField(content.subarray(at, end)) });
    at = end;
  }
  return { fields, body: content.subarray(at) };
}
