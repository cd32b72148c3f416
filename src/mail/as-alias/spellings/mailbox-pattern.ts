import { escapePattern, joiner } from '#mail/as-alias/unveil-text.ts';

const between = `${joiner}{0,4}`;
const ends = '(?![a-z0-9])';
/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
const tag = `(?:\\+[\\w.=+-]{0,64})?`;
const blank = '[^\\S\\r\\n]';
const mark = '[^\\p{L}\\p{N}\\s@.]';

/** A word for a sign, between blanks or marks: `ann at home`, `ann (at) home`, `ann_at_home`. */
function inWords(word: string): string {
  return `\\s{1,3}${word}\\s{1,3}|\\s?${mark}{1,2}\\s?${word}\\s?${mark}{1,2}\\s?`;
}

/** Signs of addresses that are carried within others, as VERP, relays of old, Sympa, LISTSERV and Exchange write them: `list-ann=home.example@`. */
const carriedAt = '==a==|\\*\\*|\\+40|[=%]';
export const carriedSigns = new Set(['=', '%', '==a==', '**', '+40']);
/** As programs write it in their strings: JSON, RTF, JavaScript, styles. */
const escapedAt = "\\\\(?:u0040|'40|x40|u\\{0{0,4}40\\}|100|0{0,4}40\\s?)|%u0040";
const at = `(?<at>=40|${carriedAt}|${blank}{0,3}\\\\?@${blank}{0,3}|${escapedAt}|\\s?[([{]\\s?[@a]\\s?[)\\]}]\\s?|${inWords('(?:at|ät|arroba|eta)')})`;
const dotWord = '(?:dot|punkt|punto)';
/** The dot of any host. */
export const dot = `(?:\\.|\\s{1,3}${dotWord}\\s{1,3}|\\s?[([{]\\s?${dotWord}\\s?[)\\]}]\\s?)`;

/** And as people write it between blanks, in brackets or behind the mark that keeps it plain in Markdown. */
const ownDot = `(?:${blank}{0,2}\\\\?\\.${blank}{0,2}|\\*-|[+=]2e|\\\\(?:x2e|u002e)|\\s?[([{]\\s?\\.\\s?[)\\]}]\\s?|${inWords('(?:dot|punkt|punto|taškas|taskas)')})`;

/** A character of an address: a sign behind a mark of Markdown or by its number, a letter with its accent apart (Unicode, NFD). */
function writeCharacter(character: string): string {
  if (character === '.') return ownDot;
  const apart = character.normalize('NFD');
  if (apart !== character) return `(?:${escapePattern(character)}|${escapePattern(apart)})`;
  if (/[\p{L}\p{N}]/u.test(character)) return character;
  return `(?:\\\\?${escapePattern(character)}|[+=]${character.charCodeAt(0).toString(16)})`;
}

function inAnyForm(text: string, dotsAnywhere: boolean): string {
  const forms = [...text].map(writeCharacter);
  return forms.join(dotsAnywhere ? `(?:${dot}|${joiner}){0,4}` : between);
}

/** A pattern of all forms of a mailbox in an unveiled text. */
export function makePattern(local: string, domains: readonly string[], dotless: boolean): RegExp {
  const mailbox = inAnyForm(local, dotless);
  const host = `(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})`;
  // SRS puts the domain first, and so did paths of old: `SRS0=hash=tt=home.example=ann@`, `home.example!ann`.
  const turned = `(?<turned>${host}(?:[=+]${mailbox}(?=@)|!${mailbox}${ends}))`;
  // Guests of an organisation at Microsoft.
  const guest = `(?<guest>${mailbox}_${host})(?=#ext#)`;
  return new RegExp(`${mailbox}${tag}"?${between}${at}${between}${host}${ends}|${turned}|${guest}`, 'giu');
}
