import { joiner } from '#mail/as-alias/unveil-text.ts';

/** What begins something of HTML that nobody reads, and the sign at its end. */
const eachUnread =
  /<(?:!--|(style|script|template|title)\b|([a-z][a-z\d]{0,20})\b[^<>]{0,500}?display\s{0,3}:\s{0,3}none)/gi;

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

/** A text without comments, styles, scripts and what is not shown. Linear: an end that is nowhere is not looked for again. */
function dropUnread(text: string): string {
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

/** Half of a percent form or a character reference is whole again only where nothing comes between. */
function joinLines(text: string, eachEnd: RegExp): string {
  return text.replaceAll(eachEnd, (_, before: string | undefined) => before ?? joiner);
}

/**
 * All that a text may be to its reader: as it is, with its lines joined, without its tags, without both. None stands for another:
 * `<ann@home.example>` is a tag in HTML and an address in plain text, and neither is known of a file.
 */
export function readingsOf(text: string): Set<string> {
  const bare = dropUnread(text);
  const asGiven = [
    text,
    text.replaceAll(eachTag, joiner),
    ...(bare === text ? [] : [bare.replaceAll(eachTag, joiner)]),
  ];
  const { plain, named } = hasOtherBlank.test(text) ? breaksOfAnyBlank : breaks;
  const ends = hasNamedBreak.test(text) ? [plain, named] : [plain];
  const joined = ends.flatMap((each) => asGiven.map((one) => joinLines(one, each)));
  const parted = hasPartedWord.test(text) ? asGiven.map((one) => one.replaceAll(eachPartedWord, joiner)) : [];
  return new Set([...asGiven, ...joined, ...parted]);
}
