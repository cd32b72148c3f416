import { escapePattern, joiner } from '#mail/as-alias/normalize-obfuscation.ts';

/** What may stand between two characters of an address, and is not seen. */
export const between = `${joiner}{0,4}`;
/** No letter and no digit goes on. */
export const ends = '(?![a-z0-9])';
/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
export const tag = `(?:\\+[\\w.=+-]{0,64})?`;
const blank = '[^\\S\\r\\n]';
const mark = '(?:[^\\p{L}\\p{N}\\s@.]|&[lg]t;)';
/** Of letters those of other scripts too: what all of them are is dear in a pattern that is made for each mailbox. */
const roughMark = '(?:[^a-z\\d\\s@.]|&[lg]t;)';

/** A word for a sign, between blanks or marks: `ann at home`, `ann (at) home`, `ann_at_home`. */
function inWords(word: string, mark: string): string {
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
/** Names of what a host does or whom one writes to there: beside a host they tell what it is called, and of nobody's mailbox. */
export const roleNames: ReadonlySet<string> = new Set(
  (
    'abuse admin administrator contact ftp hello help hostmaster imap info mail mx news newsletter noc ns office pop pop3 postmaster root sales ' +
    'security service smtp support team vpn web webmail webmaster www ' +
    'bestellung bestellungen buchhaltung buero büro empfang hilfe kontakt kundenservice post rechnung rechnungen verkauf vertrieb ' +
    'info pagalba pardavimai paštas pastas sąskaitos saskaitos užsakymai uzsakymai biuras kontaktai ' +
    'accueil contacto contato contatti kontakti kontor'
  ).split(' '),
);
/** A name and a picture before a page are none, nor is a contact. */
const noNameBefore = `(?<!(?-i:\\p{Lu})[\\p{L}\\p{N}._+-]{0,64}|(?<![\\p{L}\\p{N}._+-])(?:${[...roleNames].join('|')}))`;
/** As people say where it stands: `ann, then @home.example`. */
const then = `[\\s,]{1,3}(?:\\+|then|plus|followed\\sby|dann|gefolgt\\svon|puis|suivi\\sde)\\s{1,2}["']?@|${noNameBefore}\\s?(?:[\u{1f4e7}-\u{1f4e9}]|\u2709\\ufe0f?)\\s?`;
/** The sign of an address in all of its forms. Group `kept`: what parts a name from its host and stays as it is. */
export const at = `(?<at>=40|${carriedAt}|${blank}{0,3}\\\\?@${blank}{0,3}|${escapedAt}|\\s?[([{]\\s?[@a]\\s?[)\\]}]\\s?|(?-i:AT)|(?<kept>"(?:[, ]{1,2}|\\s?,\\s{1,9})"|'(?:[, ]{1,2}|\\s?,\\s{1,9})'|${then})|\\+AEA-?|${inWords(atWords, mark)})`;
const dotWord = '(?:dot|punkt|punto)';
/** The dot of any host. */
export const dot = `(?:\\.|\\s{1,3}${dotWord}\\s{1,3}|\\s?[([{]\\s?${dotWord}\\s?[)\\]}]\\s?)`;

/** And as people write it between blanks, in brackets or behind the mark that keeps it plain in Markdown. */
const dotWords = 'dot|punkt|punto|taškas|taskas|point|ponto|punt|kropka|tečka|pont|prick|точка';
const ownDot = `(?:${blank}{0,2}\\\\?\\.${blank}{0,2}|\\*-|[+=]2e|\\\\(?:x2e|u002e)|\\s?[([{]\\s?\\.\\s?[)\\]}]\\s?|(?-i:DOT)|${inWords(`(?:${dotWords})`, roughMark)})`;

/** Words for the signs of an address, as part of a pattern. */
export const signWords = `${atWords}|${dotWords}`;

/** What stands in an address that is none of it. */
export const comment = `(?:${blank}?\\([^()@\\r\\n]{0,60}\\)${blank}?)?`;
/** What people write into one for programs that gather them. */
const decoyWord = '(?:no[._-]?spam|remove[._-]?(?:this|me)|spam[._-]?free)';
export const decoyBehind = `(?:[._-]?${decoyWord})?`;
export const decoyBefore = `(?:${decoyWord}[._-]?)?`;

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
