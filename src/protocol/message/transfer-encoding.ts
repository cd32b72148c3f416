import { isAscii, isUtf8 } from 'node:buffer';
import { decodeCharset, isReadCharset, unsureCharsets } from '#protocol/message/encoded-words.ts';
import type { MimePart } from '#protocol/message/parse-parts.ts';

const equals = 0x3d;
const lf = 0x0a;
const cr = 0x0d;

function hexDigit(octet = 0): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}

function isBlank(octet: number | undefined): boolean {
  return octet === 0x20 || octet === 0x09;
}

/** Where a soft line break that starts at the `=` at `at` ends; -1 when none does. Blanks after it are padding. */
function endOfSoftBreak(content: Buffer, at: number): number {
  let end = at + 1;
  while (isBlank(content[end])) end += 1;
  if (content[end] === cr && content[end + 1] === lf) return end + 2;
  return end === content.length ? end : -1;
}

function decodeQuotedPrintable(content: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(content.length);
  let used = 0;
  for (let at = 0; at < content.length; at += 1) {
    let octet = content[at] ?? 0;
    if (octet === equals) {
      const high = hexDigit(content[at + 1]);
      const low = hexDigit(content[at + 2]);
      const end = high === -1 ? endOfSoftBreak(content, at) : -1;
      if (end !== -1) {
        at = end - 1;
        continue;
      }
      if (high !== -1 && low !== -1) {
        octet = high * 16 + low;
        at += 2;
      }
    }
    decoded[used] = octet;
    used += 1;
  }
  return decoded.subarray(0, used);
}

/**
 * Where octets of decoded quoted-printable begin in the encoded one: `wanted` are their places, in order. That of one behind the last is
 * the end.
 */
export function findQuotedOffsets(content: Buffer, wanted: readonly number[]): number[] {
  const found: number[] = [];
  let decoded = 0;
  for (let at = 0; at < content.length && found.length < wanted.length; at += 1) {
    const isMark = content[at] === equals;
    const isPair = isMark && hexDigit(content[at + 1]) !== -1 && hexDigit(content[at + 2]) !== -1;
    const end = isMark && hexDigit(content[at + 1]) === -1 ? endOfSoftBreak(content, at) : -1;
    if (end !== -1) {
      at = end - 1;
      continue;
    }
    while (wanted[found.length] === decoded) found.push(at);
    decoded += 1;
    if (isPair) at += 2;
  }
  return wanted.map((_place, index) => found[index] ?? content.length);
}

/** Value of each octet as a digit of base64, in both alphabets (RFC 4648 §4, §5); -1: it is none and is skipped. */
const digits = new Int8Array(256).fill(-1);
Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').forEach((digit, value) => {
  digits[digit] = value;
});
digits[0x2d] = 62;
digits[0x5f] = 63;

function hasDigitFrom(content: Buffer, start: number): boolean {
  for (let at = start; at < content.length; at += 1) {
    if (digits[content[at] ?? 0] !== -1) return true;
  }
  return false;
}

/** Begins anew after each padding: gateways that append a footer pad every piece by itself. */
function decodePieces(content: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((content.length * 3) / 4));
  let used = 0;
  let bits = 0;
  let bitCount = 0;
  for (let at = 0; at < content.length; at += 1) {
    const octet = content[at] ?? 0;
    const digit = digits[octet] ?? -1;
    if (octet === equals) bitCount = 0;
    if (digit === -1) continue;
    bits = (bits << 6) | digit;
    bitCount += 6;
    if (bitCount < 8) continue;
    bitCount -= 8;
    decoded[used] = bits >> bitCount;
    used += 1;
  }
  return decoded.subarray(0, used);
}

/** Node's decoder is fast, but stops at the first padding; mail programs read on. */
function decodeBase64(content: Buffer): Buffer {
  const padding = content.indexOf(equals);
  if (padding !== -1 && hasDigitFrom(content, padding)) return decodePieces(content);
  return Buffer.from(content.toString('latin1', 0, padding === -1 ? content.length : padding), 'base64');
}

/** Whether `decodeTransfer` knows the encoding, in lower case. */
export function isKnownEncoding(encoding: string): boolean {
  return ['7bit', '8bit', 'binary', 'quoted-printable', 'base64'].includes(encoding);
}

/**
 * Undoes a Content-Transfer-Encoding (RFC 2045 §6); one that is unknown is taken as none. Tolerant of bad quoted
 * pairs, which stay, and of foreign characters in base64, which are skipped. Never throws.
 */
export function decodeTransfer(content: Buffer, encoding: string): Buffer {
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(content);
  return encoding === 'base64' ? decodeBase64(content) : content;
}

function charsetOf({ parameters }: MimePart): string {
  return (parameters.get('charset') ?? '').trim().toLowerCase();
}

/** Octets that hardly any charset reads as an address. */
const onlyWords = /^[A-Za-z\d\s]*$/;

/**
 * The charset of a body part where `decodeText` does not know it, and could read something else than its reader; null where it
 * does, and where the octets are letters, digits, blanks and ends of lines alone.
 */
export function unknownCharset(part: MimePart): string | null {
  const label = charsetOf(part);
  if (isReadCharset(label)) return null;
  return onlyWords.test(decodeTransfer(part.content, part.encoding).toString('latin1')) ? null : label;
}

/**
 * The text of a body part: its transfer encoding undone, read in its charset. Without a charset, or under a label that
 * says nothing, UTF-8 where the octets are that, else Windows-1252. Line ends stay as they are. Never throws.
 */
export function decodeText(part: MimePart): string {
  return readText(part, decodeTransfer(part.content, part.encoding));
}

/** The same where the transfer encoding is undone already. */
export function readText(part: MimePart, octets: Buffer): string {
  const label = charsetOf(part);
  if (unsureCharsets.has(label)) return decodeCharset(octets, isUtf8(octets) ? 'utf-8' : 'windows-1252');
  return decodeCharset(octets, label);
}

/** RFC 2045 §6.7 rule 5, §6.8. */
const maxLine = 76;

const dash = 0x2d;
const lineEnd = 0x0d0a;

const blank = 0x20;
/** By octet, how many octets stand for it inside a line. */
const widths = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= blank && octet <= 0x7e && octet !== equals ? 1 : 3,
);
const hexDigits = Buffer.from('0123456789ABCDEF');

function endsLine(octets: Buffer, at: number): boolean {
  return at >= octets.length || (octets[at] === cr && octets[at + 1] === lf);
}

/** A blank at the end of a line (RFC 2045 §6.7 rule 3), and what looks like a delimiter. */
function isQuotedThere(octets: Buffer, at: number, start: number): boolean {
  if (octets[at] === blank) return endsLine(octets, at + 1);
  return at === start && octets[at] === dash && octets[at + 1] === dash;
}

function quote(octet: number, to: Buffer, at: number): void {
  to[at] = equals;
  to[at + 1] = hexDigits[octet >> 4] ?? 0;
  to[at + 2] = hexDigits[octet & 15] ?? 0;
}

function encodeQuotedPrintable(octets: Buffer): Buffer {
  // Each octet as three, and a soft break in lines of at least 72 of these.
  const encoded = Buffer.allocUnsafe(Math.ceil(octets.length * 3.25) + 3);
  let [length, column, start] = [0, 0, 0];
  for (let at = 0; at < octets.length; at += 1) {
    if (endsLine(octets, at)) {
      length = encoded.writeUInt16BE(lineEnd, length);
      [at, column, start] = [at + 1, 0, at + 2];
      continue;
    }
    const octet = octets[at] ?? 0;
    const width = isQuotedThere(octets, at, start) ? 3 : (widths[octet] ?? 3);
    if (column + width > maxLine - (endsLine(octets, at + 1) ? 0 : 1)) {
      encoded[length] = equals;
      length = encoded.writeUInt16BE(lineEnd, length + 1);
      column = 0;
    }
    if (width === 1) encoded[length] = octet;
    else quote(octet, encoded, length);
    length += width;
    column += width;
  }
  return encoded.subarray(0, length);
}

interface EncodedContent {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly content: Buffer;
}

/** RFC 5322 §2.1.1: what a line may have without its CRLF, and what it is wished to have. */
export const lineLimits = { allowed: 998, wished: 78 } as const;

/**
 * Whether content may stand as it is: ASCII without NUL and bare CR or LF, no line too long or like a delimiter of the
 * multipart around it.
 */
function isSevenBit(content: Buffer, maxLineLength: number): boolean {
  if (!isAscii(content) || content.includes(0)) return false;
  const isFit = (from: number, to: number): boolean =>
    to - from <= maxLineLength && !(content[from] === dash && content[from + 1] === dash);
  let from = 0;
  for (let at = 0; at < content.length; at += 1) {
    const octet = content[at];
    if (octet === lf) return false;
    if (octet !== cr) continue;
    if (content[at + 1] !== lf || !isFit(from, at)) return false;
    at += 1;
    from = at + 1;
  }
  return isFit(from, content.length);
}

/** RFC 2045 §6.8. */
function encodeBase64(octets: Buffer): Buffer {
  const digitsOnly = Buffer.from(octets.toString('base64'), 'latin1');
  const lines = Math.ceil(digitsOnly.length / maxLine);
  const encoded = Buffer.alloc(digitsOnly.length + 2 * Math.max(0, lines - 1), '\r\n');
  for (let line = 0; line < lines; line += 1) {
    digitsOnly.copy(encoded, line * (maxLine + 2), line * maxLine, (line + 1) * maxLine);
  }
  return encoded;
}

/** More than this is never quoted: it takes a hundred times as long as base64. */
const maxQuotedBytes = 256 * 1024;

/** Whether quoted-printable is no longer than base64, as far as what it quotes tells. */
function isWorthQuoting(octets: Buffer): boolean {
  if (octets.length > maxQuotedBytes) return false;
  let marks = 0;
  for (const octet of octets) if (widths[octet] !== 1 && octet !== cr && octet !== lf) marks += 1;
  return octets.length + 2 * marks <= Math.ceil(octets.length / 3) * 4;
}

/**
 * Chooses a Content-Transfer-Encoding: the plainest that keeps the octets: none, quoted-printable or base64 (RFC 2045
 * §6). Lines of more than `maxLineLength` octets are never left as they are.
 */
export function encodeTransfer(octets: Buffer, maxLineLength: number = lineLimits.allowed): EncodedContent {
  if (isSevenBit(octets, maxLineLength)) return { encoding: '7bit', content: octets };
  if (isWorthQuoting(octets)) {
    return { encoding: 'quoted-printable', content: encodeQuotedPrintable(octets) };
  }
  return { encoding: 'base64', content: encodeBase64(octets) };
}
