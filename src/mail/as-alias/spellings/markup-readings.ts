import { turnBack } from '#mail/as-alias/spellings/landmarks.ts';
import { joiner, normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';

const ofWord = '[\\w.@\\x80-\\uffff]';
const noInner = '(?!(?:br|wbr|img|hr|p|div|td|th|tr|table|ul|ol|li|blockquote)\\b)';
/** An element within a word, with few others in it: each piece ends before a sign of its own, so that none is looked at twice. */
const eachInner = new RegExp(
  `<(?=[a-z])(?<=${ofWord}<)${noInner}([a-z][a-z\\d]{0,20})\\b[^<>]{0,300}>[^<>]{0,200}(?:<(?!\\/\\1\\b)[^<>]{0,300}>[^<>]{0,200}){0,6}?<\\/\\1\\s{0,3}>(?=${ofWord}|<)`,
  'gi',
);

/** A text without elements within its words: whatever hides them, a class or a place beside the page, an address may go on behind. */
export function dropInner(text: string): string {
  return text.replaceAll(eachInner, joiner);
}

const turns = /bidi-override|direction\s{0,3}:\s{0,3}rtl|\bdir\s{0,3}=\s{0,3}["']?rtl/i;
/** Few texts have any of it, and these are told fast. */
const mayTurn = /rtl|bdo|bidi|8238|202e/i;
const hasTurned = new RegExp(`\u202e|&#(?:8238|x202e)|<bdo\\b|${turns.source}`, 'i');
const eachMark = /&#(?:8238|x202e);?/gi;
const eachEnd = /&#(?:8236|x202c);?/gi;
const eachTurnedRun = /\u202e([^\u202c\r\n]{1,300})/g;
const eachElement = /<([a-z][a-z\d]{0,12})\b([^<>]{0,300})>([^<>]{1,300})<\/\1\s{0,3}>/gi;

/** Marks of direction (Unicode UAX 9) and elements of HTML that show what they hold from its end: with that as it is read. */
export function turnParts(text: string): string {
  if (!text.includes('\u202e') && !mayTurn.test(text)) return text;
  if (!hasTurned.test(text)) return text;
  return text
    .replaceAll(eachMark, '\u202e')
    .replaceAll(eachEnd, '\u202c')
    .replaceAll(eachTurnedRun, (_, run: string) => turnBack(run))
    .replaceAll(eachElement, (whole, name: string, attributes: string, held: string) =>
      /^bdo$/i.test(name) || turns.test(attributes) ? turnBack(normalizeObfuscation(held).text) : whole,
    );
}

const eachTag = /<\/?([a-z][\w:.-]{0,40})\b[^<>]{0,2000}>/gi;
const inline = new Set(
  'a abbr b big code em font i kbd mark o:p s samp small span strong sub sup tt u var wbr'.split(' '),
);
/** What names a field, if the next one tells its value. */
const namesNext = new Set(['dt', 'key']);
const cells = new Set(['td', 'th']);
const values = new Set(['dd', 'integer', 'string', 'value']);
const lines = new Set(
  'article array blockquote body br center dict div dl form h1 h2 h3 h4 h5 h6 head hr html li ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** Elements that name a field by an attribute, and its value by another. */
const named = /\s(?:name|key)\s?=\s?["']([^"'<>]{1,60})["'][^<>]*?\s(?:value|content)\s?=\s?["']([^"'<>]{1,100})["']/i;

function readTag(tag: string, name: string): string {
  const key = name.toLowerCase();
  const ends = tag.startsWith('</');
  const [, field, value] = named.exec(tag) ?? [];
  if (field !== undefined && value !== undefined) return `\n${field}=${value}\n`;
  if (inline.has(key)) return '';
  if (cells.has(key)) return ends ? '' : '\t';
  if (ends) return namesNext.has(key) ? '\t' : '\n';
  if (namesNext.has(key) || values.has(key)) return '';
  return lines.has(key) ? '\n' : `\n${key}=`;
}

const hasRows = new RegExp(`<(?!(?:${[...inline].join('|')})\\b)[a-z]`, 'i');

/** A text of HTML or XML as rows of cells and fields, each in a line of its own; null: it has none. */
export function rowsOf(text: string): string | null {
  if (!hasRows.test(text)) return null;
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('> <', '><')
    .replaceAll(eachTag, readTag)
    .replaceAll(/ ?([\t\n]) ?/g, '$1');
}
