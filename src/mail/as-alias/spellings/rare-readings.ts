import { decodeWords } from '#protocol/message/encoded-words.ts';
import { joiner } from '#mail/as-alias/unveil-text.ts';

/** What a picture says in its place: `<img alt="@">`. */
const eachPicture =
  /<img\b[^<>]{0,2000}?\salt\s?=\s?(?:"([^"<]{1,40})"|'([^'<]{1,40})'|([^\s"'<>]{1,40}))[^<>]{0,2000}>/gi;
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

/** What such addresses are; empty: the text has none. */
function readHidden(text: string): string[] {
  if (!text.includes('email-protection#') && !text.includes('cfemail')) return [];
  return [Array.from(text.matchAll(eachHidden), ([, hex = '']) => turnOctets(hex)).join(' ')];
}

/** A text whose pictures are what they say. */
function withPictures(text: string): string[] {
  if (!text.includes('<') || !hasSignOfPicture.test(text)) return [];
  return [text.replaceAll(eachPicture, (_, ...said: (string | undefined)[]) => said.slice(0, 3).find(Boolean) ?? '')];
}

/** What few texts are besides, with other letters beside each other: each is nothing where it is not. Before tags are taken out. */
export function rareReadings(text: string): string[] {
  return [
    ...withPictures(text),
    ...(text.includes('[/') && hasForumTag.test(text) ? [text.replaceAll(eachForumTag, joiner)] : []),
    ...(hasSeam.test(text) ? [text.replaceAll(eachSeam, '')] : []),
    // RFC 2047, as the source of a message has it.
    ...(text.includes('=?') ? [decodeWords(text)] : []),
    ...readHidden(text),
  ];
}

/** Marks that make words bold, and those of formulas and lists, links of Markdown behind their text, and quotes within an address. */
const eachMark = /\]\([^()\s]{0,200}\)|[*`~^$|\\{}[\]]|_{2}|["'](?=[@.])|(?<=[@.])["']/g;
/** Several names at one host, as those who write papers have them: `{ann,ben}@home.example`. */
const eachGroup = /[{[(<]([^{}()[\]<>@]{1,500})[}\])>]\s?(@[\p{L}\p{N}.-]{1,253})/gu;
/** Letters that stand apart from each other by marks. */
const hasLettersByMarks = /(?:[\p{L}\p{N}@.][-_*|/:~+=,;]){6}/u;
const eachMarkOfLetters = /(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}@.])[-_*|/:~+=,;](?=[\p{L}\p{N}@.](?![\p{L}\p{N}]))/gu;
/** Signs that people take for a dot. */
const eachFalseDot = /(?<=[\p{L}\p{N}])[,\u00b7\u2022](?=[\p{L}\p{N}])/gu;

function splitGroup(_: string, names: string, host: string): string {
  return names
    .split(/[\s,;|/]+/)
    .map((name) => name + host)
    .join(' ');
}

/** What an unveiled text is without what programs and people put around words, letters and signs: no letter more, and none left out. */
export function readingsWithoutMarks(text: string): string[] {
  const each = [
    text.replaceAll(eachMark, joiner),
    text.replaceAll(eachGroup, splitGroup),
    text.replaceAll(eachFalseDot, '.'),
    hasLettersByMarks.test(text) ? text.replaceAll(eachMarkOfLetters, joiner) : text,
  ];
  return [...new Set(each)].filter((one) => one !== text);
}
