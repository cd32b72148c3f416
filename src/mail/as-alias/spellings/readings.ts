import { readAlike } from '#mail/as-alias/spellings/look-alikes.ts';
import { dropInner } from '#mail/as-alias/spellings/markup-readings.ts';
import { rareReadings } from '#mail/as-alias/spellings/rare-readings.ts';
import { joiner, normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';

const unshown =
  '(?:display\\s{0,3}:\\s{0,3}none|visibility\\s{0,3}:\\s{0,3}hidden|font-size\\s{0,3}:\\s{0,3}0(?![.\\d])|(?<=\\s)hidden(?=[\\s=>]))';
const unreadTag = '!--|(?:style|script|template|title)\\b';
/** What begins something of HTML that nobody reads, and the sign at its end. */
const eachUnread = new RegExp(
  `<(?:!--|(style|script|template|title)\\b|([a-z][a-z\\d]{0,20})\\b[^<>]{0,500}?${unshown})`,
  'gi',
);

/** Where something ends that begins with what `eachUnread` found; `<!-->` is a whole comment. */
function endOfUnread(
  text: string,
  { 0: start, 1: named, 2: hidden = named, index }: RegExpMatchArray,
  ends: Set<string>,
) {
  const sign = hidden === undefined ? '-->' : `</${hidden.toLowerCase()}\\s{0,10}>?`;
  if (ends.has(sign)) return null;
  const each = new RegExp(sign, 'gi');
  each.lastIndex = (index ?? 0) + (hidden === undefined ? 2 : start.length);
  const end = each.exec(text);
  if (end === null) ends.add(sign);
  return end === null ? null : end.index + end[0].length;
}

/** Few texts have any of it. */
const hasUnread = new RegExp(`<(?:${unreadTag})|${unshown}`, 'i');

/** A text without comments, styles, scripts and what is not shown. Linear: an end that is nowhere is not looked for again. */
function dropUnread(text: string): string {
  if (!hasUnread.test(text)) return text;
  const missing = new Set<string>();
  const pieces: string[] = [];
  let last = 0;
  for (const found of text.matchAll(eachUnread)) {
    const end = found.index < last ? null : endOfUnread(text, found, missing);
    if (end === null) continue;
    pieces.push(text.slice(last, found.index), joiner);
    last = end;
  }
  return last === 0 ? text : pieces.join('') + text.slice(last);
}

/** A tag, whatever stands in its quotes, as far as one can tell. */
const eachTag = /<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|<[^<>]*>/g;
const half = '(%[0-9a-f]?|&#x?[0-9a-f]{0,6})?';
/**
 * The end of a line and what programs put before and behind it: blanks of flowed lines (RFC 3676 §4.2), marks of quotes, indents; `named`
 * with the letters of a name before each mark, which may as well be the end of an address.
 */
function makeBreaks(gap: string): Readonly<Record<'plain' | 'named', RegExp>> {
  const before = `${half}${gap}{0,4}\\r?\\n`;
  return {
    plain: new RegExp(`${before}${gap}{0,200}(?:[>|]${gap}{0,4})*`, 'gi'),
    named: new RegExp(`${before}${gap}{0,8}[a-z]{1,4}[>|](?:${gap}{0,4}[>|])*${gap}{0,4}`, 'gi'),
  };
}

const breaks = makeBreaks('[ \\t]');
/** Few texts have any other blank: these are read faster. */
const hasOtherBlank = /[\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const breaksOfAnyBlank = makeBreaks('[^\\S\\r\\n]');
const hasNamedBreak = /\n[^\S\r\n]{0,8}[a-z]{1,4}[>|]/i;

/** A word that a program parted at the end of its line. */
const eachPartedWord = /[-\\][ \t]{0,4}\r?\n[ \t]{0,8}(?:[>|][ \t]{0,4})*/g;
const hasPartedWord = /[-\\][ \t]{0,4}\r?\n/;

/** The end of a line as calendars, JSON and programs write it. */
const eachEscapedEnd = /(?:\\r)?\\n[ \t]{0,8}/gi;
const hasEscapedEnd = /\\n/i;

/** Half of a percent form or a character reference is whole again only where nothing comes between. */
function joinLines(text: string, eachEnd: RegExp): string {
  return text.replaceAll(eachEnd, (_, before: string | undefined) => before ?? joiner);
}

const hasHalf = /[%&][#x\da-f]{0,8}[^\S\r\n]{0,4}\r?\n/i;

/**
 * A text as it is, and without its tags, where it has any. With letters of ASCII for those that look alike only besides: an address may as
 * well consist of these.
 */
function withoutTags(text: string): string[] {
  const given = readTags(text);
  const rare = rareReadings(text).flatMap(readTags);
  const most = rare.length === 0 ? given : rare;
  return [...given, ...rare, ...most.flatMap(alikeReadings)];
}

function alikeReadings(text: string): string[] {
  const alike = readAlike(text);
  return alike === text ? [] : [alike];
}

function readTags(text: string): string[] {
  if (!text.includes('<')) return [text];
  const bare = dropUnread(text);
  const inner = dropInner(bare);
  const read = [text, ...(bare === text ? [] : [bare]), ...(inner === bare ? [] : [inner])];
  return [text, ...read.map((one) => one.replaceAll(eachTag, joiner))];
}

/** Letters that stand apart from each other. */
const hasLettersApart = /(?:^|\s)(?:\S[ \t\u00a0]{1,2}){6}/;
/** By one blank, so that more of them part words, or by any. */
const gaps = ['[ \\t]', '[ \\t\\u00a0]{1,2}'].map(
  (gap) => new RegExp(`(?<=(?:^|\\s)\\p{P}{0,3}\\S)${gap}(?=\\S\\p{P}{0,3}(?:\\s|$))`, 'gu'),
);

/** What is not seen between blanks, and these; of a run one stands for all. */
const eachRun = new RegExp(`${joiner}{2,}`, 'g');

/** All that a text may be to its reader. */
export interface Readings {
  /** As it is, and without its tags. */
  readonly asGiven: readonly string[];
  /** Whether the others have no letter beside another one that none of these has there, once what is no letter is left out. */
  readonly sameLetters: boolean;
  /** The others, unveiled: with its lines or letters joined, with and without its tags. */
  readonly joined: () => readonly string[];
}

/**
 * All that a text may be to its reader: as it is, with its lines joined, without its tags, without both. None stands for another:
 * `<ann@home.example>` is a tag in HTML and an address in plain text, and neither is known of a file.
 */
export function readingsOf(text: string): Readings {
  const asGiven = withoutTags(text);
  const isNamed = (text.includes('>') || text.includes('|')) && hasNamedBreak.test(text);
  return {
    asGiven,
    sameLetters: !isNamed && !hasHalf.test(text) && !hasEscapedEnd.test(text),
    joined: () => {
      const { plain, named } = hasOtherBlank.test(text) ? breaksOfAnyBlank : breaks;
      const ends = isNamed ? [plain, named] : [plain];
      const without = (has: RegExp, each: RegExp): string[] =>
        has.test(text) ? asGiven.map((one) => one.replaceAll(each, joiner)) : [];
      const parted = [...without(hasPartedWord, eachPartedWord), ...without(hasEscapedEnd, eachEscapedEnd)];
      const apart = asGiven.map((one) => normalizeObfuscation(one).text).filter((one) => hasLettersApart.test(one));
      const closed = gaps.flatMap((each) =>
        apart.map((one) => one.replaceAll(each, joiner).replaceAll(eachRun, joiner)),
      );
      const whole = [...ends.flatMap((each) => asGiven.map((one) => joinLines(one, each))), ...parted];
      return [...whole.map((one) => normalizeObfuscation(one).text), ...closed];
    },
  };
}
