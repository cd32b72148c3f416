/** A text whose addresses stand as they are written, and where each character of it came from. */
export interface UnveiledText {
  /** With one `joiner` for each run of characters that is not seen. */
  readonly text: string;
  /** The place in the text as it was given; `at` is no place within a decoded character. */
  sourceOf(at: number): number;
}

/** Stands for everything between two characters that is not seen. */
export const joiner = '\u2060';

/** A text as a pattern that matches it. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

/** Named character references of HTML for characters of addresses. */
const entities: Readonly<Record<string, string>> = {
  commat: '@',
  period: '.',
  hyphen: '-',
  dash: '-',
  lowbar: '_',
  plus: '+',
  equals: '=',
  nbsp: '\u00a0',
  ensp: ' ',
  emsp: ' ',
  numsp: ' ',
  puncsp: ' ',
  thinsp: ' ',
  thinspace: ' ',
  hairsp: ' ',
  fflig: 'ff',
  filig: 'fi',
  fllig: 'fl',
  ffilig: 'ffi',
  ffllig: 'ffl',
};

/** Controls, some of which end a line; a decoder's mark of octets that it could not read; escapes of terminals and of ISO 2022. */
const control = '[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufffd]|\\r(?!\\n)';
const escape = '\\x1b(?:\\[[\\d;]{0,20}[a-z]|[$(-/]{1,2}[a-z@])?';
/** What is not seen, as it is written, as a character reference of HTML or in percent form. */
const unseen =
  '(?:<wbr\\s?/?>|\\p{Default_Ignorable_Code_Point}|' +
  '&(?:shy|zwn?j|lrm|rlm|nobreak|zerowidthspace|negative\\w{4,8}space' +
  '|#0{0,20}(?:9|1[03]|173|820[3-7]|8288|65279)(?!\\d)|#x0{0,20}(?:9|[ad]|ad|200[b-f]|2060|feff)(?![\\da-f]));?|' +
  '&(?:tab|newline|af|applyfunction|it|invisibletimes|ic|invisiblecomma);)';
/** RFC 3986 §2.1. Links within links, as scanners of mail write them, encode the percent sign again. */
const percent = '(?:%|&#0{0,6}37;?|&#x0{0,6}25;?)(?:25){0,8}';
const octets = `${percent}[0-7][0-9a-f]|${percent}[c-f][0-9a-f](?:${percent}[89ab][0-9a-f]){1,3}`;
const eachOctets = new RegExp(octets, 'gi');
/**
 * Forms of ASCII that Unicode has besides: full-width and small ones, ligatures, as they come out of PDF files, letters in circles and squares, of formulas and above the line;
 * and more dots that people and input methods write; the sign of Kelvin and the long s are letters of ASCII in another case.
 */
const wide =
  '[\\uff01-\\uff5e\\uff61\\ufe50-\\ufe6b\\ufb00-\\ufb06\\u3002\\u2024\\u02b0-\\u02b8\\u1d2c-\\u1d6a\\u2071\\u207f\\u24b6-\\u24e9\\u{1d400}-\\u{1d7ff}\\u{1f130}-\\u{1f149}\\u017f\\u212a]';
const eachWide = new RegExp(wide, 'gu');
/** Programs that escape what is escaped already write it again. */
const amp = '&(?:amp;){0,4}';
const others = `((?:${octets}){1,100})|${amp}#0{0,20}(\\d{2,7});?|${amp}#x0{0,20}([0-9a-f]{1,6});?|${amp}(${Object.keys(entities).join('|')});|${wide}`;
const veiled = new RegExp(`((?:${unseen}|${escape}|${control})+)|${others}`, 'iuy');
/**
 * What each of them begins with, and hardly anything else: most of a text is passed over fast. In units of UTF-16, as sets of these
 * are found faster; of what has two each is looked at. Not a joiner that nothing else unseen stands behind: it is what it would become.
 */
const eachFirst = new RegExp(
  '%(?=[\\da-f]{2})|&(?=#|[a-z]{2})(?!(?:lt|gt|quot);|amp;(?!#|[a-z]{2,8};))|<(?=wbr)|' +
    `${joiner}(?![\\t\\n -%'-;=-~]|\\r\\n)|[\\xad\\u017f\\u02b0-\\u02b8\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u1d2c-\\u1d6a\\u200b-\\u200f\\u2024\\u202a-\\u202e\\u2061-\\u206f\\u2071\\u207f\\u212a` +
    `\\u24b6-\\u24e9\\u3002\\u3164\\ud800-\\udbff\\ufb00-\\ufb06\\ufe00-\\ufe0f\\ufe50-\\ufe6b\\ufeff-\\uff61\\uffa0\\ufff0-\\ufff8]|${control}`,
  'gi',
);
const eachPercent = new RegExp(`${percent}(?=[0-9a-f]{2})`, 'gi');

/** Decoded signs are no marks of HTML. */
const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function asWords(decoded: string): string {
  return decoded
    .replaceAll(eachWide, narrow)
    .replaceAll(/[<>"]/g, (mark) => marks[mark] ?? mark)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, joiner);
}

function decodePercent(run: string): string {
  return asWords(Buffer.from(run.replaceAll(eachPercent, ''), 'hex').toString());
}

function decodeNumber(code: number): string {
  return code <= 0x10ffff ? asWords(String.fromCodePoint(code)) : joiner;
}

function narrow(character: string): string {
  return character === '\u3002' || character === '\uff61' ? '.' : character.normalize('NFKC');
}

/** What is veiled in a text: where it stands, and what it is. */
interface Veiled {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function decode([whole, hidden, run, decimal, hex, entity]: readonly (string | undefined)[]): string {
  if (hidden !== undefined) return joiner;
  if (decimal !== undefined) return decodeNumber(Number(decimal));
  if (hex !== undefined) return decodeNumber(parseInt(hex, 16));
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? joiner;
  return run === undefined ? narrow(whole ?? '') : decodePercent(run);
}

/** What was decoded, where it stands, and where it stood. */
interface Decoded {
  readonly at: number;
  readonly end: number;
  readonly source: number;
  readonly sourceEnd: number;
}

/** The last one that begins at or before a place, by bisection. */
function lastBefore(decoded: readonly Decoded[], at: number): Decoded | undefined {
  let low = 0;
  let high = decoded.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((decoded[middle]?.at ?? 0) <= at) low = middle;
    else high = middle;
  }
  return decoded[low];
}

function sourceIn(given: string, decoded: readonly Decoded[], at: number): number {
  const found = lastBefore(decoded, at);
  if (found === undefined) return at;
  if (at >= found.end) return found.sourceEnd + at - found.end;
  // Within a run of percent forms: as many of them are passed over as have been read.
  let place = found.at;
  for (const { 0: octet, index } of given.slice(found.source, found.sourceEnd).matchAll(eachOctets)) {
    if (place >= at) return found.source + index;
    place += decodePercent(octet).length;
  }
  return found.source;
}

/** Most of what HTML veils, and no more than a blank: read without a look at all the others. */
const usualBlank = '&nbsp;';

/** What is veiled, one after the other. */
function* findVeiled(given: string): Generator<Veiled> {
  for (let from = 0; ;) {
    eachFirst.lastIndex = from;
    if (!eachFirst.test(given)) return;
    from = eachFirst.lastIndex;
    // What it begins with is always one unit.
    const start = from - 1;
    if (given.startsWith(usualBlank, start)) {
      from = start + usualBlank.length;
      yield { start, end: from, text: '\u00a0' };
      continue;
    }
    veiled.lastIndex = start;
    const found = veiled.exec(given);
    if (found === null) continue;
    from = veiled.lastIndex;
    yield { start, end: from, text: decode(found) };
  }
}

/**
 * Undoes all that hides an address from a search and not from a reader: character references, percent and full-width
 * forms, characters that are not seen. Linear, never throws.
 */
export function normalizeObfuscation(given: string): UnveiledText {
  const pieces: string[] = [];
  const decoded: Decoded[] = [{ at: 0, end: 0, source: 0, sourceEnd: 0 }];
  let length = 0;
  let last = 0;
  for (const { start, end, text } of findVeiled(given)) {
    pieces.push(given.slice(last, start), text);
    const at = length + start - last;
    length = at + text.length;
    last = end;
    decoded.push({ at, end: length, source: start, sourceEnd: end });
  }
  if (last === 0) return { text: given, sourceOf: (at) => at };
  pieces.push(given.slice(last));
  return { text: pieces.join(''), sourceOf: (at) => sourceIn(given, decoded, at) };
}
