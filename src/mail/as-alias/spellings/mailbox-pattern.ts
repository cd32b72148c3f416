import { escapePattern, joiner } from '#mail/as-alias/normalize-obfuscation.ts';

const between = `${joiner}{0,4}`;
const ends = '(?![a-z0-9])';
/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
export const tag = `(?:\\+[\\w.=+-]{0,64})?`;
const blank = '[^\\S\\r\\n]';
const mark = '(?:[^\\p{L}\\p{N}\\s@.]|&[lg]t;)';

/** A word for a sign, between blanks or marks: `ann at home`, `ann (at) home`, `ann_at_home`. */
function inWords(word: string): string {
  return `\\s{1,3}${word}\\s{1,3}|\\s?${mark}{1,2}\\s?${word}\\s?${mark}{1,2}\\s?`;
}

/** Signs of addresses that are carried within others, as VERP, relays of old, Sympa, LISTSERV and Exchange write them: `list-ann=home.example@`. */
const carriedAt = '==a==|\\*\\*|\\+40|[=%]';
export const carriedSigns = new Set(['=', '%', '==a==', '**', '+40']);
/** As programs write it in their strings: JSON, RTF, JavaScript, styles. */
const escapedAt = "\\\\(?:u0040|'40|x40|u\\{0{0,4}40\\}|100|0{0,4}40\\s?)|%u0040";
/** As people say it, and for programs of which each reads its own: two strings, UTF-7. */
const atWords =
  '(?:at(?:[ -](?:sign|symbol|the[ -]rate(?:[ -]of)?))?|ät|arroba|eta|arobase|chiocciola|małpa|klammeraffe|apenstaartje|zavináč|snabel-?a|kukac|собака)';
/** A name and a picture before a page are none. */
const noNameBefore = '(?<!(?-i:\\p{Lu})[\\p{L}\\p{N}._+-]{0,64})';
/** As people say where it stands: `ann, then @home.example`. */
const then = `[\\s,]{1,3}(?:\\+|then|plus|followed\\sby|dann|gefolgt\\svon|puis|suivi\\sde)\\s{1,2}["']?@|${noNameBefore}\\s?(?:[\u{1f4e7}-\u{1f4e9}]|\u2709\\ufe0f?)\\s?`;
const at = `(?<at>=40|${carriedAt}|${blank}{0,3}\\\\?@${blank}{0,3}|${escapedAt}|\\s?[([{]\\s?[@a]\\s?[)\\]}]\\s?|(?-i:AT)|(?<kept>"(?:[, ]{1,2}|\\s?,\\s{1,9})"|'(?:[, ]{1,2}|\\s?,\\s{1,9})')|${then}|\\+AEA-?|${inWords(atWords)})`;
const dotWord = '(?:dot|punkt|punto)';
/** The dot of any host. */
export const dot = `(?:\\.|\\s{1,3}${dotWord}\\s{1,3}|\\s?[([{]\\s?${dotWord}\\s?[)\\]}]\\s?)`;

/** And as people write it between blanks, in brackets or behind the mark that keeps it plain in Markdown. */
const dotWords = 'dot|punkt|punto|taškas|taskas|point|ponto|punt|kropka|tečka|pont|prick|точка';
const ownDot = `(?:${blank}{0,2}\\\\?\\.${blank}{0,2}|\\*-|[+=]2e|\\\\(?:x2e|u002e)|\\s?[([{]\\s?\\.\\s?[)\\]}]\\s?|(?-i:DOT)|${inWords(`(?:${dotWords})`)})`;

/** Words for the signs of an address, as part of a pattern. */
export const signWords = `${atWords}|${dotWords}`;

/** What stands in an address that is none of it. */
const comment = `(?:${blank}?\\([^()@\\r\\n]{0,60}\\)${blank}?)?`;
/** What people write into one for programs that gather them. */
const decoyWord = '(?:no[._-]?spam|remove(?:[._-]?(?:this|me))?|spam[._-]?free)';
const decoyBehind = `(?:[._-]?${decoyWord})?`;
const decoyBefore = `(?:${decoyWord}[._-]?)?`;

/** A character of an address: a sign behind a mark of Markdown or by its number, a letter with its accent apart (Unicode, NFD). */
function writeCharacter(character: string): string {
  if (character === '.') return ownDot;
  const apart = character.normalize('NFD');
  if (apart !== character) return `(?:${escapePattern(character)}|${escapePattern(apart)})`;
  if (/[\p{L}\p{N}]/u.test(character)) return character;
  return `(?:\\\\?${escapePattern(character)}|[+=]${character.charCodeAt(0).toString(16)})`;
}

export function inAnyForm(text: string, dotsAnywhere: boolean): string {
  const forms = [...text].map(writeCharacter);
  return forms.join(dotsAnywhere ? `(?:${dot}|${joiner}){0,4}` : between);
}

/**
 * Forms of a mailbox that have no sign between its parts, or the domain first. `kept`: what is no address where it stands, but a row of a
 * table, a link or a login: the alias in its place would make it say something false, or nothing.
 */
function otherForms(mailbox: string, domains: readonly string[], host: string): string[] {
  // SRS puts the domain first, and so did paths of old, and Windows: `SRS0=hash=tt=home.example=ann@`, `home.example!ann`, `home.example\\ann`.
  const turned = `(?<turned>${host}(?:[=+]${mailbox}(?=@)|(?<path>!)${mailbox}${ends}|(?<kept>\\\\{1,2})${mailbox}${ends}))`;
  // Guests of an organisation at Microsoft.
  const guest = `(?<guest>${mailbox}_${host})(?=#ext#)`;
  // Matrix.
  const room = `(?<=@)${mailbox}:${host}${ends}`;
  // The mailbox of a zone, where its file has it.
  const zone = `${mailbox}\\.${host}\\.(?<=\\bSOA\\s{1,9}\\S{1,255}\\s{1,9}${mailbox}\\.${host}\\.)`;
  // Directories.
  const components = domains.map((domain) =>
    domain
      .split('.')
      .map((label) => `dc=${escapePattern(label)}`)
      .join(',\\s?'),
  );
  const entry = `${mailbox}(?:,\\s?[a-z]{1,20}=[^,\\r\\n]{1,64}){0,8}?,\\s?(?:${components.join('|')})${ends}`;
  return [turned, guest, ...[room, zone, entry].map((form) => `(?<kept>${form})`)];
}

/** A pattern of all forms of a mailbox in an unveiled text. */
export function makePattern(local: string, domains: readonly string[], dotless: boolean): RegExp {
  const mailbox = inAnyForm(local, dotless);
  const host = `(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})`;
  // Of whoever signs in there, with a password or by a way that its link names (`;AUTH=*`).
  const password = `(?<kept>(?<=[a-z][a-z\\d+.-]{1,15}:(?:\\/\\/)?${mailbox})(?::[^\\s@:/<>"']{1,64}|;[a-z-]{1,20}=[^\\s@:/<>"']{1,64})@)`;
  const behind = `${tag}${decoyBehind}"?${comment}`;
  const usual = `${mailbox}${behind}${between}(?:${at}|${password})${between}${comment}${decoyBefore}${host}${ends}`;
  return new RegExp([usual, ...otherForms(mailbox, domains, host)].join('|'), 'giu');
}
