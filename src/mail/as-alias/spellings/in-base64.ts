import { landmarkOfHost, noValue, readLetters, valueOf } from '#mail/as-alias/spellings/landmarks.ts';
import { splitAddress } from '#protocol/message/address.ts';

/** A word, and whether it is told from the same in another case. */
interface Word {
  readonly octets: Buffer;
  readonly isExact: boolean;
}

/** The bits of a word, as many before it as `shift` says that may be anything. */
function bitsOf({ octets, isExact }: Word, shift: number): (number | null)[] {
  const bits: (number | null)[] = Array.from({ length: shift * 8 }, () => null);
  for (const octet of octets) {
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      bits.push(bit === 0x20 && octet >= 0x61 && !isExact ? null : Number((octet & bit) !== 0));
    }
  }
  return bits;
}

/** Fewer tell hardly anything: a letter at either end that many others might be. */
const minKnown = 3;

/** Six bits each, as far as they are known: what a letter of base64 must fit. */
function groupsOf(bits: readonly (number | null)[]): (number | null)[][] {
  const groups = Array.from({ length: Math.ceil(bits.length / 6) }, (_, group) => bits.slice(6 * group, 6 * group + 6));
  return groups.filter((group) => group.filter((bit) => bit !== null).length >= minKnown);
}

/** The bits of a group as one number: those that `isIn` takes. */
function numberOf(group: readonly (number | null)[], isIn: (bit: number | null) => boolean): number {
  return group.reduce<number>((sum, bit, index) => sum | (isIn(bit) ? 0x20 >> index : 0), 0);
}

/** By value of a letter, whether it may stand at a place of a word. */
type Place = readonly boolean[];

const eachValue = Array.from({ length: 64 }, (_, value) => value);

/** How a word may stand in base64, by what was before it. */
function alignmentsOf(word: Word): Place[][] {
  return [0, 1, 2].map((shift) =>
    groupsOf(bitsOf(word, shift)).map((group) => {
      const known = numberOf(group, (bit) => bit !== null);
      const set = numberOf(group, (bit) => bit === 1);
      return eachValue.map((value) => (value & known) === set);
    }),
  );
}

/** Octets of a word that are looked for: with more of them no text has it more rarely. */
const maxWord = 7;
const pairs = 64 * 64;

/** Some share one: it only says what is worth a look. */
function bitOf(index: number): number {
  return 1 << (index & 31);
}

/** All alignments of words at once, each as long as the shortest; what is passed over from one look to the next. */
interface WordSearch {
  readonly alignments: readonly (readonly Place[])[];
  readonly width: number;
  /** By two letters, how far the next look may be; where that is nowhere, which alignments may end there. */
  readonly steps: Uint8Array;
  readonly ends: Int32Array;
}

function pairsOf(first: Place, second: Place): number[] {
  const valuesOf = (place: Place): number[] => place.flatMap((fitting, value) => (fitting ? [value] : []));
  const seconds = valuesOf(second);
  return valuesOf(first).flatMap((one) => seconds.map((other) => (one << 6) | other));
}

/** null: a word is too short to be looked for. */
function makeWordSearch(words: readonly Word[]): WordSearch | null {
  const whole = words.flatMap(({ octets, isExact }) => alignmentsOf({ octets: octets.subarray(0, maxWord), isExact }));
  const width = Math.min(...whole.map(({ length }) => length));
  if (width < 2) return null;
  const alignments = whole.map((places) => places.slice(0, width));
  const steps = new Uint8Array(pairs).fill(width - 1);
  const ends = new Int32Array(pairs);
  for (const [index, places] of alignments.entries()) {
    for (let at = 1; at < width; at += 1) {
      const step = width - 1 - at;
      for (const pair of pairsOf(places[at - 1] ?? [], places[at] ?? [])) {
        steps[pair] = Math.min(steps[pair] ?? 0, step);
        if (step === 0) ends[pair] = (ends[pair] ?? 0) | bitOf(index);
      }
    }
  }
  return { alignments, width, steps, ends };
}

function standsAt(places: readonly Place[], letters: Uint8Array, start: number): boolean {
  for (let at = 0; at < places.length; at += 1) if (places[at]?.[letters[start + at] ?? 0] !== true) return false;
  return true;
}

/** Whether one of the words stands among letters, given by their values. Looks at few of them. */
function holdsWord({ alignments, width, steps, ends }: WordSearch, letters: Uint8Array): boolean {
  for (let end = width - 1; end < letters.length;) {
    const pair = ((letters[end - 1] ?? 0) << 6) | (letters[end] ?? 0);
    const step = steps[pair] ?? 0;
    if (step > 0) {
      end += step;
      continue;
    }
    const ending = ends[pair] ?? 0;
    const start = end - width + 1;
    for (let index = 0; index < alignments.length; index += 1) {
      if ((ending & bitOf(index)) !== 0 && standsAt(alignments[index] ?? [], letters, start)) return true;
    }
    end += 1;
  }
  return false;
}

/** Longer ones in pieces: what a pattern counts without an end takes room for each letter. */
const eachRun = /[\w+/-]{12,32768}/g;

/** What a text is in base64, by what stands before it: whatever that is, one of them has the alignment of an address in it; and its runs by themselves. */
function decodeEach(octets: Buffer): Buffer[] {
  const runsAlone = octets.toString('latin1').match(eachRun) ?? [];
  const letters = Buffer.from(octets.filter((octet) => valueOf[octet] !== noValue)).toString('latin1');
  return [
    ...[0, 1, 2, 3].map((start) => Buffer.from(letters.slice(start), 'base64')),
    Buffer.from(runsAlone.map((run) => Buffer.from(run, 'base64').toString('latin1')).join('\u00ff'), 'latin1'),
  ];
}

/** UTF-16, in either byte order, as letters of ASCII are in it. */
function withoutZeros(text: string): string[] {
  return text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text];
}

/** What a word is in base64, by what stands before it, without the letters at either end that have something of others. */
function encodings(word: string): Buffer[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('\0'.repeat(shift) + word).toString('base64');
    return Buffer.from(encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + word.length) * 8) / 6)));
  });
}

/** Words that programs write before an address of which they tell something, in links to be followed and in answers that come back. */
const tokenWords = 'unsub|sub|uid|id|to|cc|bcc|srs|key|ref|msg|env|tag';
/** And those that another word may stand before (`mynews`). */
const longTokenWords =
  'subscribe|optout|bounces?|return|user|login|account|mail|mailto|list|news|newsletter|from|sender|reply|rcpt|recipient|verp|token|track|tracking|click|open|confirm|verify|invite|remove|owner|request|notify|abmelden|campaign|profile|member|complaint|prefs|preferences|pixel|abuse|regards|hello';
/** Another mailbox that ends in the word behind it: one name and a dot (`anna.owner@`). */
const othersName = new RegExp(`(?<![\\w+.-])(?!(?:${tokenWords}|[a-z]{0,20}(?:${longTokenWords}))\\.)[a-z]{3,20}\\.$`);
const beginsWithName = /^[a-z]{3}/;
/** Such a mailbox is taken for one only in a list of mailboxes, or a field of them, that is all of what was decoded. */
const others = `["'<]?[\\w.+-]{1,64}@[\\w.-]{1,253}["'>]?`;
const beginsList = new RegExp(
  `(?:^|[^\\x20-\\x7e\\s])\\s{0,3}(?:(?:to|b?cc|from|sender|reply-to):\\s{0,3})?(?:${others}\\s{0,3}[,;]\\s{0,3})*["'<]?[a-z]{3,20}\\.$`,
);
const endsList = new RegExp(`^["'>]?(?:\\s{0,3}[,;]\\s{0,3}${others})*\\s{0,3}[,;]?\\s{0,3}(?:$|[^\\x20-\\x7e\\s])`);
const listReach = 500;

function isOthers(text: string, at: number, end: number): boolean {
  return (
    othersName.test(text.slice(Math.max(0, at - 30), at)) &&
    beginsList.test(text.slice(Math.max(0, at - listReach), at)) &&
    endsList.test(text.slice(end, end + listReach))
  );
}

/** Whether a text in lower case holds an address, and not only behind the first name of somebody else. */
function holdsOwn(text: string, address: string): boolean {
  if (!beginsWithName.test(address)) return text.includes(address);
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1))
    if (!isOthers(text, at, at + address.length)) return true;
  return false;
}

/** As often something may be encoded: links within links have it twice. */
const maxDepth = 2;

interface Base64Search {
  /** The addresses. */
  readonly addresses: readonly string[];
  /** Whether a text names a mailbox in another form: what is encoded may be the query of a link. */
  readonly isNamedIn: (text: string) => boolean;
}

/**
 * Finds addresses in base64 (RFC 4648 §4) or its alphabet for links (RFC 4648 §5), as the tags of DKIM2 and many links have them,
 * wherever in a run of it: whatever the run's beginning is, one of four readings of the whole text meets its alignment. Few texts have the
 * letters of a domain in any of them, and only those are decoded. Linear.
 */
export function createBase64Search({
  addresses,
  isNamedIn,
}: Base64Search): (octets: Buffer, values?: Uint8Array) => boolean {
  const words = addresses.flatMap((address) => [Buffer.from(address).toString('latin1').toLowerCase(), address]);
  const hosts = new Set(addresses.map((address) => landmarkOfHost(splitAddress(address).domain)));
  // Without the zero at its end, a word is the same in either byte order of UTF-16.
  const wordsOf = (host: string): Word[] => [
    { octets: Buffer.from(host), isExact: false },
    { octets: Buffer.from(host, 'utf16le').subarray(0, -1), isExact: false },
    ...encodings(host).map((octets) => ({ octets, isExact: true })),
  ];
  const makeSearch = (): WordSearch | null => makeWordSearch([...hosts].flatMap(wordsOf));
  let search: WordSearch | null | undefined;
  const isIn = (octets: Buffer, values: Uint8Array, depth: number): boolean => {
    search = search === undefined ? makeSearch() : search;
    if (search !== null && !holdsWord(search, values)) return false;
    return decodeEach(octets).some((decoded) => {
      const lower = withoutZeros(decoded.toString('latin1').toLowerCase());
      return (
        words.some((word) => lower.some((one) => holdsOwn(one, word))) ||
        withoutZeros(decoded.toString()).some(isNamedIn) ||
        (depth < maxDepth && isIn(decoded, readLetters(decoded).values, depth + 1))
      );
    });
  };
  return (octets, values = readLetters(octets).values) => isIn(octets, values, 1);
}
