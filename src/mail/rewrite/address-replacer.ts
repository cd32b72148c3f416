import { domainToUnicode } from 'node:url';
import { splitAddress } from '#mail/address/parse-address.ts';

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
  /** Whether a reader could find one of the owner's addresses in a text, tags and soft line breaks left out. */
  reveals(text: string): boolean;
  /** Whether octets of any kind hold one of the owner's addresses as it is written. */
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

/** What may stand between two characters and is not seen. */
const invisible = '(?:<wbr\\s?/?>|&shy;|&#8203;|[\\u00ad\\u200b\\u2060\\ufeff])?';
const eachInvisible = /<wbr\s?\/?>|&shy;|&#8203;|[\u00ad\u200b\u2060\ufeff]/gi;
const eachEncoded =
  /%([0-9a-f]{2})|&#0*(\d{1,7});?|&#x0*([0-9a-f]{1,6});?|&(commat|period|hyphen|dash|lowbar|plus|equals);/gi;

/** One character as written, percent-encoded (RFC 3986 §2.1) or as a character reference of HTML. */
const anyForm = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const percent = Buffer.from(character).toString('hex').replaceAll(/../g, '%$&');
  const name = entityNames[character];
  const forms = [
    character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
    percent,
    `&#0{0,6}${code};?`,
    `&#x0{0,6}${code.toString(16)};?`,
    ...(name === undefined ? [] : [`&(?:${name});`]),
  ];
  return `(?:${forms.join('|')})`;
};

const inAnyForm = (text: string): string => [...text].map(anyForm).join(invisible);

const at = `(?:${anyForm('@')}|\\s{1,3}at\\s{1,3}|\\s?[([]at[)\\]]\\s?)`;

/** A sub-address of the same mailbox: `name+tag@` (RFC 5233). */
const tag = `(?:${anyForm('+')}[\\w.=+-]{0,64})?`;

/** Not the end of another local part; an octet written in percent form may stand right before. */
const begins = '(?<=^|[^a-z0-9]|%[0-9a-f]{2})';
const ends = '(?![a-z0-9])';

interface HiddenAddress {
  readonly local: string;
  readonly domains: readonly string[];
  readonly pattern: RegExp;
}

const hide = (address: string): HiddenAddress => {
  const { local, domain } = splitAddress(address.toLowerCase());
  const domains = [...new Set([domain, domainToUnicode(domain) || domain])];
  const host = `(?:${domains.map(inAnyForm).join('|')})`;
  const gap = invisible;
  const source = `${begins}${inAnyForm(local)}${tag}${gap}${at}${gap}${host}${ends}`;
  return { local, domains, pattern: new RegExp(source, 'giu') };
};

const reversePattern = new RegExp(
  `${begins}reply${anyForm('=')}([a-z2-7]{26})${anyForm('@')}[a-z0-9.-]*[a-z0-9]`,
  'giu',
);

/** The tokens of all reverse addresses in a text, at most `max` of them. */
export const findReverseTokens = (text: string, max: number): string[] => {
  const tokens = new Set<string>();
  for (const [, token = ''] of text.matchAll(reversePattern)) {
    tokens.add(token.toLowerCase());
    if (tokens.size >= max) break;
  }
  return [...tokens];
};

const decodeOne = (whole: string, percent?: string, decimal?: string, hex?: string, name?: string): string => {
  if (name !== undefined) {
    const found = Object.entries(entityNames).find(([, names]) => names.split('|').includes(name.toLowerCase()));
    return found?.[0] ?? whole;
  }
  const code = percent !== undefined || hex !== undefined ? parseInt(percent ?? hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
};

/** A text in which every address stands as it is written: what is searched before the costly patterns run. */
const unveil = (text: string): string =>
  text.replaceAll(eachInvisible, '').replaceAll(eachEncoded, decodeOne).toLowerCase();

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A replacement in the form that the place asks for. */
const fitIn = (replacement: string, found: string, form: 'plain' | 'html'): string => {
  if (/%40/.test(found)) return encodeURIComponent(replacement);
  return form === 'html' ? escapeHtml(replacement) : replacement;
};

/** Tags, and the breaks of flowed or quoted lines (RFC 3676 §4.2): an address may stand on both sides of one. */
const withoutBreaks = (text: string): string => text.replaceAll(/<[^<>]*>/g, '').replaceAll(/ ?\r\n(?:> ?)*/g, '');

const isWordAt = (text: string, at: number): boolean => /[a-z0-9]/.test(text.charAt(at));

/** Whether a text holds a word that no letter or digit touches. */
const holdsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return true;
  }
  return false;
};

/** The replacer of one reply. Patterns are made for addresses that occur only, so an owner may have many. */
export const createAddressReplacer = ({ hidden, alias, correspondents }: ReplacerOptions): AddressReplacer => {
  const made = new Map<string, HiddenAddress>();
  const present = (text: string): RegExp[] => {
    const plain = unveil(text);
    return hidden.flatMap((address) => {
      const { local, domain } = splitAddress(address.toLowerCase());
      if (!plain.includes(local)) return [];
      if (!plain.includes(domain) && !plain.includes(domainToUnicode(domain))) return [];
      const known = made.get(address) ?? hide(address);
      made.set(address, known);
      return [known.pattern];
    });
  };
  return {
    replace: (text, form) => {
      let replaced = text;
      for (const pattern of present(text)) {
        replaced = replaced.replaceAll(pattern, (found) => fitIn(alias, found, form));
      }
      return replaced.replaceAll(reversePattern, (found, token: string) => {
        const correspondent = correspondents.get(token.toLowerCase());
        return correspondent === undefined ? found : fitIn(correspondent, found, form);
      });
    },
    reveals: (text) => {
      const joined = withoutBreaks(text);
      return present(joined).some((pattern) => joined.search(pattern) !== -1);
    },
    isIn: (octets) => {
      const text = octets.toString('latin1').toLowerCase();
      return hidden.some((address) => holdsWord(text, Buffer.from(address.toLowerCase()).toString('latin1')));
    },
  };
};
