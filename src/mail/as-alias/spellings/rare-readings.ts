import { decodeWords } from '#protocol/message/encoded-words.ts';
import { joiner } from '#mail/as-alias/normalize-obfuscation.ts';
import { turnParts } from '#mail/as-alias/spellings/markup-readings.ts';

/** A picture; no sign of it is looked at twice, as its end is at most so far away. */
const eachPicture = /<img\b[^<>]{0,4000}>/gi;
/** What it says in its place: `<img alt="@">`. */
const saidByPicture = /\salt\s?=\s?(?:"([^"<]{1,40})"|'([^'<]{1,40})'|([^\s"'<>]{1,40})(?=[\s>]))/i;
const hasSignOfPicture = /\salt\s?=\s?["']?[^"'<>]{0,4}(?:@|&(?:#|commat)|\bat\b)/i;

/** Tags of forums. */
const eachForumTag = /\[\/?[a-z]{1,10}(?:=[^[\]\r\n]{0,200})?\]/gi;
const hasForumTag = /\[\/[a-z]{1,10}\]/i;

/** Addresses of pages that Cloudflare hides: each octet turned by the first one. */
const eachHidden = /(?:email-protection#|cfemail\s?=\s?["']?)((?:[\da-f]{2}){4,400})/g;

function turnOctets(hex: string): string {
  const [key = 0, ...octets] = Buffer.from(hex, 'hex');
  return Buffer.from(octets.map((octet) => octet ^ key)).toString();
}

/** The ends of two strings that a program puts together. */
const eachSeam = /["'`]\s{0,4}[+.&]\s{0,40}["'`]/g;
const hasSeam = /["'`]\s{0,4}[+.&]\s{0,40}["'`]/;

/** What such addresses are. */
function readHidden(text: string): string {
  if (!text.includes('email-protection#') && !text.includes('cfemail')) return '';
  return Array.from(text.matchAll(eachHidden), ([, hex = '']) => ` ${turnOctets(hex)}`).join('');
}

/** Links to events of Google: the calendar's address, of which the usual hosts are one letter each. */
const eachEvent = /\beid=([\w-]{16,400})/g;

function readEvents(text: string): string {
  if (!text.includes('eid=')) return '';
  return Array.from(
    text.matchAll(eachEvent),
    ([, id = '']) => ` ${Buffer.from(id, 'base64url').toString().replace(/@m$/, '@gmail.com')}`,
  ).join('');
}

/** A sign that a program escaped in a string within another one. */
const eachTwiceEscaped = /\\{2,8}(?=u00|x[2-7])/g;

function sayPicture(picture: string): string {
  return saidByPicture.exec(picture)?.slice(1).find(Boolean) ?? '';
}

/** Longer ones nobody writes: a file, or a field that is made to hold us up. Bodies come in pieces of less. */
const rareMax = 400_000;

/**
 * What few texts are besides, with other letters beside each other: pictures are what they say, strings and encoded words one text. At
 * most one reading, as each is read in many ways. Before tags are taken out.
 */
export function rareReadings(text: string): string[] {
  if (text.length > rareMax) return [];
  let read = text;
  if (text.includes('<') && hasSignOfPicture.test(text)) read = read.replaceAll(eachPicture, sayPicture);
  if (text.includes('[/') && hasForumTag.test(text)) read = read.replaceAll(eachForumTag, joiner);
  read = turnParts(read);
  if (hasSeam.test(text)) read = read.replaceAll(eachSeam, '');
  // RFC 2047, as the source of a message has it.
  if (text.includes('=?')) read = decodeWords(read);
  if (text.includes('\\\\')) read = read.replaceAll(eachTwiceEscaped, '\\');
  read += readHidden(text) + readEvents(text);
  return read === text ? [] : [read];
}

/** Signs that a language of programs wants twice, marks that make words bold, and those of formulas and lists, links of Markdown behind their text, and quotes within an address. */
const eachMark = /@(?=@)|>(?=@<)|(?<=>@)<|\]\([^()\s]{0,200}\)|[*`~^$|\\{}[\]]|_{2}|["'](?=[@.])|(?<=[@.])["']/g;
/** Several names at one host, as those who write papers have them: `{ann,ben}@home.example`. */
const eachGroup = /[{[(]([^{}()[\]<>@]{1,500})[}\])]\s?(@[\p{L}\p{N}.-]{1,253})/gu;
const hasSeveral = /[,;|/]/;
/** Letters that stand apart from each other by marks. */
const hasLettersByMarks = /(?:[\p{L}\p{N}@.][-_*|/:~+=,;]){6}/u;
const eachMarkOfLetters = /(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}@.])[-_*|/:~+=,;](?=[\p{L}\p{N}@.](?![\p{L}\p{N}]))/gu;
/** Signs that people take for a dot. */
const eachFalseDot = /(?<=[\p{L}\p{N}])[,\u00b7\u2022](?=[\p{L}\p{N}])/gu;

/** What a program puts between two strings that it makes one of, by whatever means. */
const eachJoint = /["'`][\s,+.&()]{0,40}(?:\.?(?:append|concat|add|push)\s?\(\s?)?["'`]/gi;

/** Their names, written out; never more than as long again as the text, whoever made its groups. */
function namesOfGroups(text: string): string {
  const names: string[] = [];
  let left = text.length;
  for (const [, group = '', host = ''] of text.matchAll(eachGroup)) {
    if (!hasSeveral.test(group)) continue;
    for (const name of group.split(/[\s,;|/]+/)) {
      left -= name.length + host.length;
      if (left < 0) return names.join(' ');
      names.push(name + host);
    }
  }
  return names.join(' ');
}

/**
 * What an unveiled text is without what programs and people put around words, letters and signs: no letter more, and none left out. One
 * after the other, as each is as long as the text.
 */
export function* readingsWithoutMarks(text: string): Generator<string> {
  yield text.replaceAll(eachMark, joiner);
  yield namesOfGroups(text);
  yield text.replaceAll(eachJoint, joiner);
  yield text.replaceAll(eachFalseDot, '.');
  if (hasLettersByMarks.test(text)) yield text.replaceAll(eachMarkOfLetters, joiner);
}
