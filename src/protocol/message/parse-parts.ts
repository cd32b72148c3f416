import { findField } from '#protocol/message/header-fields.ts';
import { parseParameters, type ParameterValue } from '#protocol/message/parameters.ts';
import { parseMessage, type HeaderField, type RawMessage } from '#protocol/message/parse-message.ts';

/** A body part, one node of a message's MIME tree. Its octets are views into the body; nothing is copied or decoded. */
export interface MimePart {
  /** Of the root: the message's own fields. */
  readonly fields: readonly HeaderField[];
  /** `type/subtype` in lower case; the default of RFC 2045 §5.2 where the field is missing or cannot be read. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Content-Disposition (RFC 2183); null without the field. */
  readonly disposition: ParameterValue | null;
  /** Content-Transfer-Encoding in lower case; `7bit` where the field is missing. */
  readonly encoding: string;
  /** Octets after the part's header, still encoded. */
  readonly content: Buffer;
  /** Where the part (its header first) and its content begin, and where both end: offsets in the body. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** The parts of a multipart; the message in a message/rfc822 that is not encoded. Else empty. */
  readonly children: readonly MimePart[];
}

/** A MIME tree, as far as `parseParts` read it. */
export interface MimeTree {
  readonly root: MimePart;
  /** False when caps cut the reading: some multipart stands in the tree without its children. */
  readonly complete: boolean;
}

/** Beyond these a message is not read further. Real ones stay far below. */
const maxDepth = 20;
const maxParts = 1000;
const maxDashLines = 300_000;
/** Header fields of all parts together. */
const maxFields = 20_000;

const lf = 0x0a;
const cr = 0x0d;
const dash = 0x2d;

const lineOfDashes = Buffer.from('\n--');
const fewDashLines = 1000;

/** Adds the first of them; where others may begin, -1: there are none. */
function findFirstLines(body: Buffer, found: number[]): number {
  let from = 0;
  while (found.length < fewDashLines) {
    const at = body.indexOf(lineOfDashes, from);
    if (at === -1) return -1;
    found.push(at + 1);
    from = at + lineOfDashes.length;
  }
  return from;
}

/**
 * Offsets of the lines that begin with two dashes, in order: all that can be delimiters (RFC 2046 §5.1.1). Null when
 * there are more than `max`. One search for every boundary of a message, as one for each of them takes a hundred times as long where the
 * text is made of dashes; and a loop where there are many.
 */
export function findDashLines(body: Buffer, max: number): readonly number[] | null {
  const found: number[] = [];
  if (body[0] === dash && body[1] === dash) found.push(0);
  const from = findFirstLines(body, found);
  if (found.length > max) return null;
  if (from === -1) return found;
  // `at` is where the second dash would stand; other octets than dashes and LF let it jump over the whole pattern.
  for (let at = from + 2; at < body.length;) {
    const octet = body[at];
    if (octet === dash && body[at - 1] === dash && body[at - 2] === lf) {
      if (found.length === max) return null;
      found.push(at - 1);
      at += 3;
    } else if (octet === dash) at += 1;
    else at += octet === lf ? 2 : 3;
  }
  return found;
}

/** A delimiter line (RFC 2046 §5.1.1): where the CRLF before it starts, and where the line after it starts. */
interface Delimiter {
  readonly from: number;
  readonly to: number;
  readonly closing: boolean;
}

interface Reading {
  readonly body: Buffer;
  /** Where lines begin that can be delimiters; not looked for before there is a multipart. */
  dashLines: readonly number[] | null;
  parts: number;
  fields: number;
  complete: boolean;
}

function isBlank(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09;
}

/** Whether an encoding leaves the octets as they are. */
function isIdentity(encoding: string): boolean {
  return encoding === '7bit' || encoding === '8bit' || encoding === 'binary';
}

/** The delimiter whose dashes stand at `at`; null when something but blanks follows the boundary on its line. */
function readDelimiter(body: Buffer, at: number, length: number, end: number): Delimiter | null {
  let to = at + length;
  const closing = body[to] === dash && body[to + 1] === dash;
  if (closing) to += 2;
  while (to < end && isBlank(body[to])) to += 1;
  const from = body[at - 2] === cr && body[at - 1] === lf ? at - 2 : at;
  if (to >= end) return { from, to: end, closing };
  return body[to] === cr && body[to + 1] === lf ? { from, to: to + 2, closing } : null;
}

/** Index of the first of the ascending offsets that is not below `start`. */
function firstFrom(offsets: readonly number[], start: number): number {
  let from = 0;
  let to = offsets.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((offsets[middle] ?? 0) < start) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** All lines that can be delimiters; none of a body that has too many of them to be looked at. */
function dashLinesOf(reading: Reading): readonly number[] {
  reading.dashLines ??= findDashLines(reading.body, maxDashLines);
  if (reading.dashLines !== null) return reading.dashLines;
  reading.complete = false;
  reading.dashLines = [];
  return reading.dashLines;
}

/** Delimiter lines between two offsets, up to the closing one. */
function findDelimiters(reading: Reading, boundary: string, start: number, end: number): Delimiter[] {
  const { body } = reading;
  const dashes = Buffer.from(`--${boundary}`);
  const { length } = dashes;
  const offsets = dashLinesOf(reading);
  const found: Delimiter[] = [];
  for (let index = firstFrom(offsets, start); index < offsets.length; index += 1) {
    const at = offsets[index] ?? end;
    if (at + length > end) break;
    // Most lines of dashes differ there already.
    if (body[at + length - 1] !== dashes[length - 1] || dashes.compare(body, at, at + length) !== 0) continue;
    const delimiter = readDelimiter(body, at, length, end);
    if (delimiter === null) continue;
    // The CRLF between two delimiter lines that touch belongs to the first.
    found.push({ ...delimiter, from: Math.max(delimiter.from, found.at(-1)?.to ?? start) });
    if (delimiter.closing || found.length > maxParts) break;
  }
  return found;
}

/** What Content-Transfer-Encoding is read of, in UTF-16 units. */
const maxEncoding = 1000;
const mimeType = /^[^\s/;]+\/[^\s/;]+$/;

interface Place {
  readonly fields: readonly HeaderField[];
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  readonly defaultType: string;
  readonly depth: number;
}

function readMultipart(reading: Reading, part: Omit<MimePart, 'children'>, depth: number): MimePart[] {
  const boundary = part.parameters.get('boundary') ?? '';
  if (boundary === '') return [];
  const delimiters = findDelimiters(reading, boundary, part.contentStart, part.end);
  const defaultType = part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  return delimiters.flatMap(({ to, closing }, index) => {
    if (closing) return [];
    if (reading.parts >= maxParts || reading.fields > maxFields) reading.complete = false;
    if (!reading.complete) return [];
    const end = delimiters[index + 1]?.from ?? part.end;
    const { fields, body } = parseMessage(reading.body.subarray(to, end));
    const contentStart = end - body.length;
    return [readPart(reading, { fields, start: to, contentStart, end, defaultType, depth: depth + 1 })];
  });
}

function readEnclosed(reading: Reading, { contentStart, end }: Omit<MimePart, 'children'>, depth: number): MimePart[] {
  const { fields, body } = parseMessage(reading.body.subarray(contentStart, end));
  const start = contentStart;
  return [
    readPart(reading, {
      fields,
      start,
      contentStart: end - body.length,
      end,
      defaultType: 'text/plain',
      depth: depth + 1,
    }),
  ];
}

function readChildren(reading: Reading, part: Omit<MimePart, 'children'>, depth: number): readonly MimePart[] {
  const isMultipart = part.type.startsWith('multipart/');
  const isEnclosed = part.type === 'message/rfc822' || part.type === 'message/global';
  // A multipart has no other encoding (RFC 2045 §6.4), and programs read its parts whatever the field says.
  if (!isMultipart && !(isEnclosed && isIdentity(part.encoding))) return [];
  if (depth >= maxDepth) {
    reading.complete = false;
    return [];
  }
  return isMultipart ? readMultipart(reading, part, depth) : readEnclosed(reading, part, depth);
}

/** Leniently, as programs do: in quotes, behind a comment, with something after it. */
function readEncoding(text: string): string {
  if (/^[\w-]*$/.test(text)) return text.toLowerCase();
  const [word = ''] = text
    .slice(0, maxEncoding)
    .replaceAll(/\([^()]*\)?|"/g, ' ')
    .trim()
    .split(/[\s;,]/, 1);
  return word.toLowerCase();
}

function readPart(reading: Reading, place: Place): MimePart {
  const { fields, start, contentStart, end, defaultType, depth } = place;
  reading.parts += 1;
  reading.fields += fields.length;
  const contentType = parseParameters(findField(fields, 'content-type') ?? defaultType);
  const disposition = findField(fields, 'content-disposition');
  const encoding = readEncoding(findField(fields, 'content-transfer-encoding') ?? '');
  const part = {
    fields,
    // RFC 2045 §5.2: what cannot be read is plain text.
    type: mimeType.test(contentType.value) ? contentType.value : defaultType,
    parameters: contentType.parameters,
    disposition: disposition === null ? null : parseParameters(disposition),
    encoding: encoding === '' ? '7bit' : encoding,
    content: reading.body.subarray(contentStart, end),
    start,
    contentStart,
    end,
  };
  return { ...part, children: readChildren(reading, part, depth) };
}

/**
 * Reads the MIME tree of a message (RFC 2045, RFC 2046) without copying or decoding: at most 20 levels and 1,000 parts,
 * in a time linear in size and depth; a body with more than 300,000 lines that could be delimiters has no parts.
 * Tolerant: a missing closing delimiter ends with the enclosing part, text before the first and after the last
 * delimiter is skipped, a multipart without delimiters has no children. Never throws.
 *
 * A caller walks it with `walkParts`, reads text with `decodeText` and changes parts with `editParts`.
 */
export function parseParts({ fields, body }: RawMessage): MimeTree {
  const reading: Reading = { body, dashLines: null, parts: 0, fields: 0, complete: true };
  const end = body.length;
  const root = readPart(reading, { fields, start: 0, contentStart: 0, end, defaultType: 'text/plain', depth: 0 });
  return { root, complete: reading.complete };
}

/** Walks a MIME tree: a part and everything below it, in the order of the message. */
export function* walkParts(part: MimePart): Generator<MimePart> {
  yield part;
  for (const child of part.children) yield* walkParts(child);
}
