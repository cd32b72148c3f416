import { domainToUnicode } from 'node:url';
import { splitAddress } from '#protocol/message/address.ts';

/** An address as octets read as Latin-1, in lower case, and how many of them a character has. */
interface Needle {
  readonly word: string;
  readonly width: 1 | 2;
}

function inLatin1(octets: Buffer): string {
  return octets.toString('latin1').toLowerCase();
}

function quotedPrintable(character: string): string {
  return `=${character.charCodeAt(0).toString(16)}`;
}

/** As it is written, in the quoted-printable of cards of vCard 2.1, and in UTF-16. */
function needlesOf(address: string): Needle[] {
  return [
    ...[address, address.replace('@', quotedPrintable), address.replaceAll(/[@._+-]/g, quotedPrintable)].map(
      (spelling) => ({ word: inLatin1(Buffer.from(spelling)), width: 1 as const }),
    ),
    // Without the zero at one end it is the same in either byte order.
    { word: inLatin1(Buffer.from(address, 'utf16le').subarray(0, -1)), width: 2 },
  ];
}

function isWordAt(text: string, at: number): boolean {
  return /[a-z0-9]/.test(text.charAt(at));
}

/** Whether a text holds a word that no letter or digit touches. */
function holds(text: string, { word, width }: Needle): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - width) && !isWordAt(text, at + word.length + width - 1)) return true;
  }
  return false;
}

/** Folds of a header (RFC 5322 §2.2.3), a calendar (RFC 5545 §3.1) or a card (RFC 6350 §3.2), and soft line breaks. */
const eachFold = /\r?\n[ \t]|=\r?\n[ \t]?/g;

/** Whether octets of any kind hold one of the addresses (in lower case), be its line folded or not. Linear. */
export function holdsAddress(octets: Buffer, addresses: readonly string[]): boolean {
  const needles = addresses.flatMap(needlesOf);
  const text = inLatin1(octets);
  const unfolded = text.replaceAll(eachFold, '');
  const forms = unfolded === text ? [text] : [text, unfolded];
  return forms.some((form) => needles.some((needle) => holds(form, needle)));
}

/** Whose addresses are hidden, and what stands for them. */
export interface ReplacerOptions {
  /** The owner's own addresses. */
  readonly hidden: readonly string[];
  /** What takes their place: the alias. */
  readonly alias: string;
  /** By token: the correspondents behind reverse addresses. */
  readonly correspondents: ReadonlyMap<string, string>;
}

/** Hides an owner's addresses in the texts of one message. */
export interface AddressReplacer {
  /** The text with the owner's addresses turned into the alias, and reverse addresses into their correspondents. */
  replace(text: string, form: 'plain' | 'html'): string;
  /** Whether a reader could find one of the owner's addresses in a text, within tags or across them and soft breaks. */
  reveals(text: string): boolean;
  /** Whether octets of any kind hold one of the owner's addresses as it is written, folded or not. */
  isIn(octets: Buffer): boolean;
}

/** Named character references of HTML for characters of addresses. */
const entityNames: Readonly<Record<string, string>> = {
  '@': 'commat',
  '.': 'period',
  '-': 'hyphen|dash',
  _: 'lowbar',
  '+': 'plus',
  '=': 'equals',
};

/** What may stand between two characters and is not seen, as it is written or as a character reference of HTML. */
const unseen =
  '(?:<wbr\\s?/?>|\\p{Default_Ignorable_Code_Point}|&(?:shy|zwn?j|lrm|rlm|nobreak|zerowidthspace|negative\\w{4,8}space' +
  '|#0{0,6}(?:173|820[3-7]|8288|65279)|#x0{0,6}(?:ad|200[b-f]|2060|feff));?)';
const eachUnseen = new RegExp(unseen, 'giu');
const gap = `${unseen}{0,4}`;
/** Stands for everything between two characters that is not seen. */
const joiner = '\u2060';

const eachReference = /&#0*(\d{1,7});?|&#x0*([0-9a-f]{1,6});?|&(commat|period|hyphen|dash|lowbar|plus|equals);/gi;
/** RFC 3986 §2.1. Links within links, as scanners of mail write them, encode the percent sign again. */
const percentEncoded = '%(?:25){0,8}';
const eachPercentEncoded = new RegExp(`(?:${percentEncoded}[0-9a-f]{2}){1,100}`, 'gi');
const eachPercent = new RegExp(`${percentEncoded}(?=[0-9a-f]{2})`, 'gi');

/** One character as written, percent-encoded or as a character reference of HTML. */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const percent = Buffer.from(character).toString('hex').replaceAll(/../g, `${percentEncoded}$&`);
  const name = entityNames[character];
  const forms = [
    character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
    percent,
    `&#0{0,6}${code};?`,
    `&#x0{0,6}${code.toString(16)};?`,
    ...(name === undefined ? [] : [`&(?:${name});`]),
  ];
  return `(?:${forms.join('|')})`;
}

function inAnyForm(text: string): string {
  return [...text].map(anyForm).join(gap);
}

const at = `(?:${anyForm('@')}|\\s{1,3}at\\s{1,3}|\\s?[([]at[)\\]]\\s?)`;

/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
const tag = `(?:${anyForm('+')}[\\w.=+-]{0,64})?`;

/** Not the end of another local part; an octet written in percent form may stand right before. */
const begins = `(?<=^|[^a-z0-9]|${percentEncoded}[0-9a-f]{2})`;
const ends = '(?![a-z0-9])';

interface HiddenAddress {
  readonly local: string;
  /** Its two spellings (RFC 5890 §2.3.2.1), or the one. */
  readonly domains: readonly string[];
  /** Made when it is needed: an owner may have many addresses. */
  pattern: RegExp | null;
}

function hide(address: string): HiddenAddress {
  const { local, domain } = splitAddress(address.toLowerCase());
  return { local, domains: [...new Set([domain, domainToUnicode(domain) || domain])], pattern: null };
}

function makePattern({ local, domains }: HiddenAddress): RegExp {
  const host = `(?:${domains.map(inAnyForm).join('|')})`;
  return new RegExp(`${begins}${inAnyForm(local)}${tag}${gap}${at}${gap}${host}${ends}`, 'giu');
}

const reversePattern = new RegExp(
  `${begins}reply${anyForm('=')}([a-z2-7]{26})${anyForm('@')}[a-z0-9.-]*[a-z0-9]`,
  'giu',
);

/** The tokens of all reverse addresses in a text, at most `max` of them. */
export function findReverseTokens(text: string, max: number): string[] {
  const tokens = new Set<string>();
  for (const [, token = ''] of text.matchAll(reversePattern)) {
    tokens.add(token.toLowerCase());
    if (tokens.size >= max) break;
  }
  return [...tokens];
}

function decodeReference(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) {
    const found = Object.entries(entityNames).find(([, names]) => names.split('|').includes(name.toLowerCase()));
    return found?.[0] ?? whole;
  }
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function decodePercent(run: string): string {
  return Buffer.from(run.replaceAll(eachPercent, ''), 'hex').toString();
}

/** A text in lower case in which every address stands as it is written, with joiners where something is not seen. */
function unveil(text: string): string {
  return text
    .replaceAll(eachReference, decodeReference)
    .replaceAll(eachPercentEncoded, decodePercent)
    .replaceAll(eachUnseen, joiner)
    .replaceAll(/\u2060+/g, joiner)
    .toLowerCase();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A replacement in the form that the place asks for. */
function fitIn(replacement: string, found: string, form: 'plain' | 'html'): string {
  const percent = /%(?:25)*(?=40)/.exec(found)?.[0];
  if (percent !== undefined) return encodeURIComponent(replacement).replaceAll('%', percent);
  return form === 'html' ? escapeHtml(replacement) : replacement;
}

/** Tags, and the breaks of flowed or quoted lines (RFC 3676 §4.2): an address may stand on both sides of one. */
function withoutBreaks(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, joiner).replaceAll(/ ?\r?\n(?:> ?)*/g, joiner);
}

/** The replacer of one reply. */
export function createAddressReplacer({ hidden, alias, correspondents }: ReplacerOptions): AddressReplacer {
  const addresses = hidden.map(hide);
  const spellings = addresses.flatMap(({ local, domains }) => domains.map((domain) => `${local}@${domain}`));
  /** Patterns of the addresses that may stand in an unveiled text; quick for all others. */
  const present = (unveiled: string): RegExp[] => {
    const plain = unveiled.replaceAll(joiner, '');
    return addresses
      .filter(({ local, domains }) => plain.includes(local) && domains.some((domain) => plain.includes(domain)))
      .map((address) => (address.pattern ??= makePattern(address)));
  };
  const isIn: AddressReplacer['isIn'] = (octets) => holdsAddress(octets, spellings);
  return {
    replace: (text, form) => {
      let replaced = text;
      for (const pattern of present(unveil(text))) {
        replaced = replaced.replaceAll(pattern, (found) => fitIn(alias, found, form));
      }
      return replaced.replaceAll(reversePattern, (found, token: string) => {
        const correspondent = correspondents.get(token.toLowerCase());
        return correspondent === undefined ? found : fitIn(correspondent, found, form);
      });
    },
    // Attributes are in the tags, words on both sides of them.
    reveals: (text) =>
      isIn(Buffer.from(text)) ||
      [text, withoutBreaks(text)]
        .map(unveil)
        .some((unveiled) => present(unveiled).some((pattern) => unveiled.search(pattern) !== -1)),
    isIn,
  };
}
