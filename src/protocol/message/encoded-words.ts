import { isUtf8 } from 'node:buffer';

/** Decoders by label; only labels that exist get in. */
const decoders = new Map<string, TextDecoder>();

function findDecoder(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known) return known;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(label, decoder);
    return decoder;
  } catch {
    return null;
  }
}

/** Labels that real senders give to any text. */
export const unsureCharsets: ReadonlySet<string> = new Set([
  '',
  'us-ascii',
  'ascii',
  'ansi_x3.4-1968',
  'utf8',
  'utf-8',
  'unknown-8bit',
  '8bit',
]);

/** Whether a charset, in lower case, is read as what it is, or says nothing that one could miss. */
export function isReadCharset(label: string): boolean {
  return unsureCharsets.has(label) || findDecoder(label) !== null;
}

const marks = { big: Buffer.from('feff', 'hex'), little: Buffer.from('fffe', 'hex') };
/** Of a text without a mark, octets that tell its order. */
const looked = 512;

/** Whether octets of UTF-16 are big-endian: by their mark, or else by where the zeros of its ASCII stand. */
function isBigEndian(octets: Buffer): boolean {
  const mark = octets.subarray(0, 2);
  if (mark.equals(marks.big) || mark.equals(marks.little)) return mark.equals(marks.big);
  let balance = 0;
  for (const [at, octet] of octets.subarray(0, looked).entries()) if (octet === 0) balance += at % 2 === 0 ? 1 : -1;
  return balance > 0;
}

/** Of ISO-2022-JP, what chooses a set of characters of which none follows. */
const idleEscape = /\x1b(?:\([BIJ]|\$[@B])(?=\x1b(?:\([BIJ]|\$[@B]))/g;

/** The same text without these: TextDecoder takes them for a fault, and they stand wherever two encoded words were joined. */
function withoutIdleEscapes(octets: Buffer): Buffer {
  return Buffer.from(octets.toString('latin1').replaceAll(idleEscape, ''), 'latin1');
}

/**
 * Decodes a charset; one that TextDecoder does not know is read as Windows-1252. Octets of UTF-16 are read in the order that they have,
 * whatever the label. Never throws.
 */
export function decodeCharset(octets: Buffer, label: string): string {
  const decoder = findDecoder(label) ?? findDecoder('windows-1252');
  switch (decoder?.encoding) {
    case 'iso-2022-jp':
      return decoder.decode(withoutIdleEscapes(octets));
    case 'utf-16le':
    case 'utf-16be':
      return findDecoder(isBigEndian(octets) ? 'utf-16be' : 'utf-16le')?.decode(octets) ?? '';
    default:
      return decoder?.decode(octets) ?? '';
  }
}

/** What a header may hold as it is. */
export const printableAscii = /^[\x20-\x7e]*$/;

/** RFC 2047 §2: an encoded word has at most 75 characters, `=?utf-8?Q?` and `?=` included. */
const maxPayload = 75 - '=?utf-8?Q?'.length - '?='.length;

/** Longer texts are not tried in both forms: each character of Q takes its time. */
const maxCompared = 1000;

/** What a Q word may hold as it is inside a phrase (RFC 2047 §5 rule 3). */
const qSafe = /^[A-Za-z0-9!*+/-]$/;

function encodeQ(character: string): string {
  if (character === ' ') return '_';
  if (qSafe.test(character)) return character;
  return Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '=$&');
}

function encodeB(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Joins pieces into runs of at most `max`, each run measured by `size`. */
function packRuns(pieces: readonly string[], size: (piece: string) => number, max: number): string[] {
  const runs: string[] = [];
  let run = '';
  let used = 0;
  for (const piece of pieces) {
    const next = size(piece);
    if (used + next > max && run !== '') {
      runs.push(run);
      run = '';
      used = 0;
    }
    run += piece;
    used += next;
  }
  if (run !== '') runs.push(run);
  return runs;
}

/**
 * Text as encoded words of UTF-8 for use in a phrase (RFC 2047), each at most 75 characters, separated by spaces and
 * split between characters only; Q or B, whichever is shorter, B where there are more than 1,000 characters. Lone
 * surrogates become U+FFFD.
 */
export function encodeWords(text: string): string {
  const characters = [...text.toWellFormed()];
  const quoted = characters.length > maxCompared ? null : characters.map(encodeQ);
  if (quoted !== null && quoted.join('').length <= encodeB(text).length) {
    return packRuns(quoted, (piece) => piece.length, maxPayload)
      .map((run) => `=?utf-8?Q?${run}?=`)
      .join(' ');
  }
  const maxOctets = Math.floor(maxPayload / 4) * 3;
  return packRuns(characters, (piece) => Buffer.byteLength(piece), maxOctets)
    .map((run) => `=?utf-8?B?${encodeB(run)}?=`)
    .join(' ');
}

/**
 * One encoded word, read leniently: spaces inside are taken. No part can match a `?`, so a failed attempt never covers
 * the start of another one and the whole text is read in linear time.
 */
const encodedWord = '=\\?([^?\\s]{1,75})\\?([bBqQ])\\?([^?]*)\\?=';
const eachWord = new RegExp(encodedWord, 'g');
const wordAt = new RegExp(encodedWord, 'y');

function decodeQ(payload: string): Buffer {
  const octets = Buffer.from(payload).toString('latin1').replaceAll('_', ' ');
  const decoded = octets.replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Words of one charset that follow each other. */
interface Run {
  readonly charset: string;
  readonly parts: Buffer[];
}

function readWord([, label = '', encoding = '', payload = '']: readonly string[]): Run {
  const octets = encoding.toLowerCase() === 'q' ? decodeQ(payload) : Buffer.from(payload, 'base64');
  return { charset: label.replace(/\*.*/s, '').toLowerCase(), parts: [octets] };
}

/** Under a label that says nothing, or nothing to us, it is UTF-8 where its octets are that, as in the text of a part. */
function decodeRun(run: Run | null): string {
  if (run === null) return '';
  const octets = Buffer.concat(run.parts);
  const isSure = !unsureCharsets.has(run.charset) && isReadCharset(run.charset);
  return decodeCharset(octets, !isSure && isUtf8(octets) ? 'utf-8' : run.charset);
}

/** Octets that hardly any charset reads as something else. */
const onlyWords = /^[A-Za-z\d\s]*$/;
/** An extended value (RFC 2231 §4), whose charset stands before its first quote. */
const eachExtended = /\*(?:0\*)?\s*=\s*"?([^'"\s;]{1,75})'[^'"\s;]{0,75}'([^\s;"]*)/g;

/**
 * The first charset of a field's encoded words or extended values that `decodeWords` cannot read as what it is, where they are more than
 * letters, digits and blanks; null when there is none.
 */
export function unknownWordCharset(text: string): string | null {
  const words = text.includes('=?') ? [...text.matchAll(eachWord)].map(readWord) : [];
  const extended = text.includes("'") ? [...text.matchAll(eachExtended)] : [];
  const found = [
    ...words.map(({ charset, parts }) => ({ charset, value: Buffer.concat(parts).toString('latin1') })),
    ...extended.map(([, label = '', value = '']) => ({ charset: label.toLowerCase(), value })),
  ];
  const isUnknown = ({ charset, value }: (typeof found)[number]): boolean =>
    !isReadCharset(charset) && !onlyWords.test(value);
  return found.find(isUnknown)?.charset ?? null;
}

/**
 * Decodes the encoded words of a text (RFC 2047, RFC 2231 §5 language tags), any charset TextDecoder knows, others as
 * Windows-1252. Blanks between two words vanish (RFC 2047 §6.2); words that share a charset are joined before decoding,
 * because some senders split characters. Linear, never throws.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text;
  let decoded = '';
  let run: Run | null = null;
  let last = 0;
  for (const match of text.matchAll(eachWord)) {
    const between = text.slice(last, match.index);
    const word = readWord(match);
    const follows: boolean = run !== null && between.trim() === '';
    if (run !== null && follows && run.charset === word.charset) run.parts.push(...word.parts);
    else {
      decoded += decodeRun(run) + (follows ? '' : between);
      run = word;
    }
    last = match.index + match[0].length;
  }
  return decoded + decodeRun(run) + text.slice(last);
}

/** The index after the encoded word that starts at `at`, or -1 when none does. */
export function endOfEncodedWord(text: string, at: number): number {
  wordAt.lastIndex = at;
  return wordAt.test(text) ? wordAt.lastIndex : -1;
}
