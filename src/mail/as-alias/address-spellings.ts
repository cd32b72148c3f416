import { domainToUnicode } from 'node:url';
import { escapePattern, joiner, type UnveiledText } from '#mail/as-alias/unveil-text.ts';
import { splitAddress } from '#protocol/message/address.ts';

/** Domains of one provider under which each mailbox is the same one. */
const sameMailbox: readonly (readonly string[])[] = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
];
/** Providers to whom dots in a local part mean nothing. */
const withoutDots = new Set(sameMailbox[0]);

/** A mailbox of the owner in all its spellings. */
export interface HiddenMailbox {
  /** Addresses as they are written most. */
  readonly spellings: readonly string[];
  /** Whether a text, from `flatten`, may hold it; quick, and never wrong when it says no. */
  mayBeIn(flat: string): boolean;
  /** Finds it in an unveiled text. Group `at` is the sign between its parts, `turned` the form with the domain first. */
  readonly pattern: RegExp;
}

const between = `${joiner}{0,4}`;
const begins = '(?<![a-z0-9])';
const ends = '(?![a-z0-9])';
/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
const tag = `(?:\\+[\\w.=+-]{0,64})?`;
/** The sign, in words, or as VERP and relays of old write it: `list-ann=home.example@`, `ann%home.example@`. */
const at = '(?<at>[@=%]|\\s{1,3}(?:at|ät|arroba)\\s{1,3}|\\s?[([{]\\s?(?:at|ät|arroba)\\s?[)\\]}]\\s?)';
const dotWord = '(?:dot|punkt|punto)';
const dot = `(?:\\.|\\s{1,3}${dotWord}\\s{1,3}|\\s?[([{]\\s?${dotWord}\\s?[)\\]}]\\s?)`;

function inAnyForm(text: string, dotsAnywhere: boolean): string {
  const forms = [...text].map((character) => (character === '.' ? dot : escapePattern(character)));
  return forms.join(dotsAnywhere ? `(?:${dot}|${joiner}){0,4}` : between);
}

/** The longest run of letters and digits: no form of the address takes it apart. */
function longestWord(text: string): string {
  return text.split(/[^\p{L}\p{N}]+/u).reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function makePattern(local: string, domains: readonly string[], dotless: boolean): RegExp {
  const mailbox = inAnyForm(local, dotless);
  const host = `(?:${domains.map((domain) => inAnyForm(domain, false)).join('|')})`;
  // SRS puts the domain first: `SRS0=hash=tt=home.example=ann@`.
  const turned = `(?<turned>${host}=${mailbox}(?=@))`;
  return new RegExp(`${begins}(?:${mailbox}${tag}${between}${at}${between}${host}${ends}|${turned})`, 'giu');
}

/** The mailbox behind an address in lower case. */
export function hideMailbox(address: string): HiddenMailbox {
  const { local: written, domain } = splitAddress(address);
  const dotless = withoutDots.has(domain);
  const local = dotless ? written.replaceAll('.', '') : written;
  // Each name in its two spellings (RFC 5890 §2.3.2.1), or the one.
  const family = sameMailbox.find((names) => names.includes(domain)) ?? [domain];
  const domains = [...new Set(family.flatMap((name) => [name, domainToUnicode(name) || name]))];
  // Where dots may stand anywhere, so may words for them.
  const words = { local: dotless ? '' : longestWord(local), domains: domains.map(longestWord) };
  let pattern: RegExp | null = null;
  return {
    spellings: [...new Set([written, local])].flatMap((name) => domains.map((host) => `${name}@${host}`)),
    mayBeIn: (flat) => flat.includes(words.local) && words.domains.some((word) => flat.includes(word)),
    get pattern() {
      return (pattern ??= makePattern(local, domains, dotless));
    },
  };
}

/** What `mayBeIn` reads: in lower case, without dots and what is not seen. */
export function flatten({ text }: UnveiledText): string {
  return text.replaceAll(/[.\u2060]/g, '').toLowerCase();
}

function inLatin1(octets: Buffer): string {
  return octets.toString('latin1').toLowerCase();
}

function quotedPrintable(character: string): string {
  return `=${character.charCodeAt(0).toString(16)}`;
}

/** A word as octets read as Latin-1, in lower case, and how many of them a character has. */
interface Needle {
  readonly word: string;
  readonly width: 1 | 2;
}

function needle(text: string): Needle {
  return { word: inLatin1(Buffer.from(text)), width: 1 };
}

/** In UTF-16: without the zero at one end it is the same in either byte order. */
function wideNeedle(text: string): Needle {
  return { word: inLatin1(Buffer.from(text, 'utf16le').subarray(0, -1)), width: 2 };
}

/** As it is written, in the quoted-printable of cards of vCard 2.1, and in UTF-16. */
function needlesOf(address: string): Needle[] {
  const quoted = [address.replace('@', quotedPrintable), address.replaceAll(/[@._+-]/g, quotedPrintable)];
  return [...[address, ...quoted].map(needle), wideNeedle(address)];
}

function isWordAt(text: string, index: number): boolean {
  return /[a-z0-9]/.test(text.charAt(index));
}

/** Whether a text holds a word that no letter or digit touches. */
function holds(text: string, { word, width }: Needle): boolean {
  for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + 1)) {
    if (!isWordAt(text, index - width) && !isWordAt(text, index + word.length + width - 1)) return true;
  }
  return false;
}

/** Folds of a header (RFC 5322 §2.2.3), a calendar (RFC 5545 §3.1) or a card (RFC 6350 §3.2), and soft line breaks. */
const eachFold = /\r?\n[ \t]|=\r?\n[ \t]?/g;
const foldMarks = ['\n ', '\n\t', '=\n', '=\r\n'];

/** Whether octets of any kind hold one of the addresses (in lower case), be its line folded or not. Linear. */
export function holdsAddress(octets: Buffer, addresses: readonly string[]): boolean {
  const text = inLatin1(octets);
  const forms = foldMarks.some((mark) => text.includes(mark)) ? [text, text.replaceAll(eachFold, '')] : [text];
  // Few domains for many addresses, and most files name none.
  const byHost = Object.groupBy(addresses, (address) => longestWord(splitAddress(address).domain));
  return Object.entries(byHost).some(([host, named = []]) =>
    forms.some(
      (form) =>
        [needle(host), wideNeedle(host)].some(({ word }) => form.includes(word)) &&
        named.flatMap(needlesOf).some((searched) => holds(form, searched)),
    ),
  );
}

/** What becomes of an octet in front of a base64 decoder: nothing of blanks and marks of quotes, `A` of any other sign. */
const base64Letters = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  if (/[\s>]/.test(character)) return 0;
  return (/[\w+/-]/.test(character) ? character : 'A').charCodeAt(0);
});

/**
 * Whether a text holds one of the addresses in base64 (RFC 4648 §4) or its alphabet for links (RFC 4648 §5), as the tags of
 * DKIM2 and many links do, wherever in a run of it. Linear: whatever the run's beginning is, one of four readings of the whole text
 * meets its alignment.
 */
export function holdsInBase64(text: string, addresses: readonly string[]): boolean {
  const octets = Buffer.from(text, 'latin1');
  let length = 0;
  for (let index = 0; index < octets.length; index += 1) {
    const letter = base64Letters[octets[index] ?? 0] ?? 0;
    octets[length] = letter;
    if (letter !== 0) length += 1;
  }
  const letters = octets.toString('latin1', 0, length);
  // What stands before and behind a run decodes to anything, so that nothing is asked of it.
  return [0, 1, 2, 3].some((start) => {
    const decoded = inLatin1(Buffer.from(letters.slice(start), 'base64'));
    return addresses.some((address) => decoded.includes(needle(address).word));
  });
}
