import { domainToUnicode } from 'node:url';
import type { PublicHostCheck } from '#core/organisation.ts';
import { createFieldSearch } from '#mail/as-alias/spellings/field-forms.ts';
import {
  landmarkOf,
  landmarkOfHost,
  mayHold,
  squeeze,
  turnBack,
  type HiddenMailbox,
  type Landmarks,
} from '#mail/as-alias/spellings/landmarks.ts';
import { carriedSigns, dot } from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { createMailboxSearch } from '#mail/as-alias/spellings/mailbox-search.ts';
import { createProgramFormSearch } from '#mail/as-alias/spellings/program-forms.ts';
import { normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';
import { splitAddress } from '#protocol/message/address.ts';

/** Domains of one provider under which each mailbox is the same one. */
const sameMailbox: readonly (readonly string[])[] = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
];
/** Providers to whom dots in a local part mean nothing. */
const withoutDots = new Set(sameMailbox[0]);

/** How far back it is read what stands before an address. */
const reach = 120;
const maxHost = 260;
/** Blanks and marks of quotes as JSON, quoted-printable and HTML write them: the letter that they end in is none. */
const writtenMark =
  /(?:\\u00(?:0[9ad]|2[0-9acf]|3[a-f]|5[b-d]|60|7[b-f]|a0)|\\[nrt]|[=%](?:0[9ad]|2[0-9acf]|3[a-f]|5[b-d]|60|7[b-f]|a0)|&(?:lt|gt|amp|quot|nbsp))$/i;
const goesOnDirectly = /[a-z0-9]$/i;
const goesOn = /[\p{Script=Latin}\d](?:[._+-]|\s?[([{]\s?(?:dot|punkt|punto)\s?[)\]}]\s?)$/iu;
/** The number of a line or in a link is no part of an address, nor is the blank of a link's query. */
const numbered = /(?:^|[^\p{L}\p{N}._+-])\d{1,20}[._+-]$/u;
const queried = /=[^\s"'<>=&]{0,100}\+$/;

/** Whether a letter or digit stands directly before an address: it is another word. */
function isInsideWord(before: string): boolean {
  return goesOnDirectly.test(before) && !writtenMark.test(before);
}

/** Whether the local part of somebody else goes on in the owner's (`anna.owner@`). What reads both ways is the owner's. */
function isOthersLocal(before: string): boolean {
  return goesOn.test(before) && !numbered.test(before) && !queried.test(before);
}

const label =
  '(?:[\\p{Script=Latin}\\d](?:[\\p{Script=Latin}\\d-]{0,61}[\\p{Script=Latin}\\d])?|(?:(?!\\p{Script=Latin})[\\p{L}\\p{M}]){1,63})';
const moreLabels = new RegExp(`^(?:-{1,4}${label})?(?:${dot}${label}){1,10}`, 'iu');
const eachDot = new RegExp(dot, 'iu');
/** Endings of hosts that are words as well, in our languages, behind an address of which a sentence goes on without a blank. */
const wordEndings =
  'am an ar as at be best bet buy by call chat check contact do er es et gal got help here how im in ir is ist it jetzt la like live love ma me meet mit mobile my ne new next no now nu one only open phone play read review save search see show so su talk to today try us va watch work you';
const sentenceWords = new Set(wordEndings.split(' '));
/** And those that name a kind of file. */
const fileEndings = new Set(['zip', 'mov']);

/** Whether a label behind a dot may be no part of a host: it begins a sentence, or goes on in it, or is a file's. */
function isPerhapsNoHost(name: string, { last, after }: { readonly last: string; readonly after: string }): boolean {
  const isCapital =
    /^\p{Lu}/u.test(name) && !(/^\p{Lu}/u.test(last) && /^.\P{Lu}/u.test(last) === /^.\P{Lu}/u.test(name));
  return isCapital || fileEndings.has(name.toLowerCase()) || (sentenceWords.has(name) && /^\s{1,3}\p{L}/u.test(after));
}

/** Whether the host of an address, whose last letters are given, goes on behind it as one that the Internet knows. */
function isOthersHost(host: string, after: string, isPublic: PublicHostCheck): boolean {
  const [more = ''] = moreLabels.exec(after) ?? [];
  if (more === '') return false;
  const [first = '', ...labels] = more.split(eachDot);
  const last = /[\p{L}\d]+$/u.exec(host)?.[0] ?? '';
  return labels.some((name, index) => {
    const known = isPublic([`x${first}`, ...labels.slice(0, index + 1)].join('.').toLowerCase());
    const rest = index === labels.length - 1 ? after.slice(more.length) : '';
    return known && !isPerhapsNoHost(name, { last, after: rest });
  });
}

/** Whether what a pattern found in a text is a mailbox of somebody else. `isPublic`: null where words stand joined. */
function isOthers(text: string, match: RegExpExecArray, isPublic: PublicHostCheck | null): boolean {
  const { 0: found, index, groups } = match;
  const before = text.slice(Math.max(0, index - reach), index);
  if (isInsideWord(before)) return true;
  if (isPublic === null || groups?.['at'] === undefined) return false;
  // What carries it puts what is its own before it.
  const isCarried = carriedSigns.has(groups['at']);
  const end = index + found.length;
  return (!isCarried && isOthersLocal(before)) || isOthersHost(found, text.slice(end, end + maxHost), isPublic);
}

/** The mailbox behind an address in lower case. */
export function hideMailbox(address: string, isPublic: PublicHostCheck): HiddenMailbox {
  const { local: written, domain } = splitAddress(address);
  const dotless = withoutDots.has(domain);
  const local = dotless ? written.replaceAll('.', '') : written;
  // Each name in its two spellings (RFC 5890 §2.3.2.1), or the one.
  const family = sameMailbox.find((names) => names.includes(domain)) ?? [domain];
  const domains = [...new Set(family.flatMap((name) => [name, domainToUnicode(name) || name]))];
  const search = createMailboxSearch(local, domains, dotless);
  const fieldsOf = createFieldSearch(local, domains, dotless);
  const names = [...new Set([written, local])];
  const programFormsOf = createProgramFormSearch(names, domains);
  return {
    spellings: names.flatMap((name) => domains.map((host) => `${name}@${host}`)),
    // Where dots may stand anywhere, so may words for them.
    landmarks: { local: dotless ? '' : landmarkOf(local), hosts: [...new Set(domains.map(landmarkOfHost))] },
    *findIn(text, joined) {
      let from = 0;
      for (const found of search(text)) {
        // Of what overlaps a mailbox of somebody else, each is looked at.
        if (found.index < from || isOthers(text, found, joined ? null : isPublic)) continue;
        from = found.index + found[0].length;
        yield found;
      }
      yield* fieldsOf(text);
      yield* programFormsOf(text);
    },
  };
}

/** Letters of a name that no other name is from its end, as short ones are (`leon`, `noel`). */
const minTurned = 6;

/** Addresses with one half from its end, which shows it where its reader reads that. */
export function halvesTurned(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => {
    const { local, domain } = splitAddress(address.toLowerCase());
    const back = turnBack(local);
    const isOwn = local.length >= minTurned && back !== local;
    return [...(isOwn ? [`${back}@${domain}`] : []), `${local}@${turnBack(domain)}`];
  });
}

function landmarksOf(address: string): Landmarks {
  const { local, domain } = splitAddress(address);
  return { local: landmarkOf(local), hosts: [landmarkOfHost(domain)] };
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

/** The forms of an address by the sign that each of them has for its at sign. */
const eachSign: Readonly<Record<string, (address: string) => Needle[]>> = {
  '@': (address) => [needle(address)],
  // Cards of vCard 2.1.
  '=40': (address) => [address.replace('@', '=40'), address.replaceAll(/[@._+-]/g, quotedPrintable)].map(needle),
  // JSON and RTF.
  '\\u0040': (address) => [needle(address.replace('@', '\\u0040'))],
  "\\'40": (address) => [needle(address.replace('@', "\\'40"))],
  // UTF-16.
  '@\0': (address) => [wideNeedle(address)],
};

function isWordAt(text: string, index: number): boolean {
  return /[a-z0-9]/.test(text.charAt(index));
}

/** Octets of a text, in lower case and, where that is asked, as they came. */
interface Form {
  readonly lower: string;
  readonly text: () => string;
}

function readOctets(octets: string, width: 1 | 2): string {
  const text = width === 1 ? octets : octets.replaceAll('\0', '');
  return normalizeObfuscation(Buffer.from(text.replaceAll(/=\r?\n/g, ''), 'latin1').toString()).text;
}

/** Whether the mailbox at a place is somebody else's, as `isOthers` says of a text; soft line breaks are none. */
function isOthersAt({ text: read }: Form, { word, width }: Needle, index: number, isPublic: PublicHostCheck): boolean {
  const text = read();
  const readAt = (from: number, to: number): string => readOctets(text.slice(Math.max(0, from), to), width);
  if (goesOn.test(readAt(index - 16, index)) && isOthersLocal(readAt(index - reach * width, index))) return true;
  const end = index + word.length;
  if (!/^[\0\s.=([{-]/.test(text.slice(end, end + 1))) return false;
  return isOthersHost(readAt(index, end), readAt(end, end + maxHost * width), isPublic);
}

/** Mailboxes of somebody else that are looked at before others get their turn. */
const turnLooks = 500;

/** Whether a text holds a mailbox of the owner, which no letter or digit touches. In steps. */
function* holds(form: Form, needle: Needle, isPublic: PublicHostCheck): Generator<undefined, boolean> {
  const { word, width } = needle;
  const { lower } = form;
  let looks = 0;
  for (let index = lower.indexOf(word); index !== -1; index = lower.indexOf(word, index + 1)) {
    const near = lower.slice(Math.max(0, index - 16), index);
    const isTouched =
      isWordAt(lower, index + word.length + width - 1) ||
      (isWordAt(lower, index - width) && isInsideWord(readOctets(near, width)));
    if (!isTouched && !isOthersAt(form, needle, index, isPublic)) return true;
    looks += 1;
    if (looks % turnLooks === 0) yield;
  }
  return false;
}

/** Folds of a header (RFC 5322 §2.2.3), a calendar (RFC 5545 §3.1) or a card (RFC 6350 §3.2), and soft line breaks. */
const eachFold = /\r?\n[ \t]|=\r?\n[ \t]?/g;
const foldMarks = ['\n ', '\n\t', '=\n', '=\r\n'];

/** What is made once, and only when it is asked for. */
function lazily(make: () => string): () => string {
  let made: string | null = null;
  return () => (made ??= make());
}

function formsOf(octets: Buffer): Form[] {
  const lower = inLatin1(octets);
  const text = lazily(() => octets.toString('latin1'));
  const asGiven: Form = { lower, text };
  if (!foldMarks.some((mark) => lower.includes(mark))) return [asGiven];
  return [asGiven, { lower: lower.replaceAll(eachFold, ''), text: lazily(() => text().replaceAll(eachFold, '')) }];
}

/** Whether octets have what each form of an address has one of, in `eachSign`: base64 and most files of data have none. */
function hasSign(octets: Buffer): boolean {
  return octets.includes('@') || octets.includes('=') || octets.includes('\\');
}

/** Octets that are looked at before others get their turn, and what two such pieces share: more than the longest address, however folded. */
const turnOctets = 512 * 1024;
const sharedOctets = 8 * 1024;

/** Those of the addresses that octets may hold: most hold nothing of any. */
function* findNear(octets: Buffer, addresses: readonly string[]): Generator<undefined, string[]> {
  const left = new Map(addresses.map((address) => [address, landmarksOf(address)]));
  const near: string[] = [];
  for (let from = 0; from < octets.length && left.size > 0; from += turnOctets) {
    if (from > 0) yield;
    const piece = octets.subarray(Math.max(0, from - sharedOctets), from + turnOctets);
    if (!hasSign(piece)) continue;
    const squeezed = squeeze(piece);
    for (const [address, landmarks] of left) {
      if (!mayHold(squeezed, landmarks)) continue;
      near.push(address);
      left.delete(address);
    }
  }
  return near;
}

/** Whether octets of any kind hold one of the addresses (in lower case), be its line folded or not. Linear, in steps. */
export function* holdsAddress(
  octets: Buffer,
  addresses: readonly string[],
  isPublic: PublicHostCheck,
): Generator<undefined, boolean> {
  const near = yield* findNear(octets, addresses);
  if (near.length === 0) return false;
  for (const form of formsOf(octets)) {
    const signs = Object.entries(eachSign).filter(([sign]) => form.lower.includes(sign));
    for (const searched of signs.flatMap(([, write]) => near.flatMap(write)))
      if (yield* holds(form, searched, isPublic)) return true;
  }
  return false;
}
