import { landmarkOfHost } from '#mail/as-alias/spellings/landmarks.ts';
import { splitAddress } from '#protocol/message/address.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What becomes of an octet in front of a base64 decoder: nothing of what is none of its letters (RFC 2045 §6.8). */
const base64Letters = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet < 0x80 && /[\w+/-]/.test(String.fromCharCode(octet)) ? octet : 0,
);

/** The value of each letter, also of those of the alphabet for links. */
const values = new Map(
  Array.from(`${alphabet}-_`, (letter, index) => [letter.charCodeAt(0), index < 64 ? index : index - 2] as const),
);

/** The bits of a word in either case, as many before it as `shift` says that may be anything. */
function bitsOf(word: string, shift: number): (number | null)[] {
  const bits: (number | null)[] = Array.from({ length: shift * 8 }, () => null);
  for (const octet of Buffer.from(word)) {
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      bits.push(bit === 0x20 && octet >= 0x61 ? null : Number((octet & bit) !== 0));
    }
  }
  return bits;
}

/** Six bits each, as far as they are known: what a letter of base64 must fit. */
function groupsOf(bits: readonly (number | null)[]): (number | null)[][] {
  const groups = Array.from({ length: Math.ceil(bits.length / 6) }, (_, group) => bits.slice(6 * group, 6 * group + 6));
  return groups.filter((group) => group.some((bit) => bit !== null));
}

function fits(value: number, group: readonly (number | null)[]): boolean {
  return group.every((bit, index) => bit === null || bit === ((value >> (5 - index)) & 1));
}

/** All alignments of a word at once: which of their letters an octet may be, with which they begin and end. */
interface Automaton {
  readonly masks: Int32Array;
  readonly begins: number;
  readonly ends: number;
}

/** Three alignments of so many letters have at most 31 of base64. */
const maxWord = 7;
const skipped = -1;

function makeAutomaton(word: string): Automaton {
  const masks = new Int32Array(256);
  let [begins, ends, at] = [0, 0, 0];
  for (const shift of [0, 1, 2]) {
    const groups = groupsOf(bitsOf(word.slice(0, maxWord), shift));
    begins |= 1 << at;
    for (const group of groups) {
      for (const [letter, value] of values) if (fits(value, group)) masks[letter] = (masks[letter] ?? 0) | (1 << at);
      at += 1;
    }
    ends |= 1 << (at - 1);
  }
  return {
    masks: masks.map((_, octet) => (base64Letters[octet] === 0 ? skipped : (masks[base64Letters[octet] ?? 0] ?? 0))),
    begins,
    ends,
  };
}

function runs({ masks, begins, ends }: Automaton, octets: Buffer): boolean {
  let state = 0;
  for (let index = 0; index < octets.length; index += 1) {
    const mask = masks[octets[index] ?? 0] ?? 0;
    if (mask === skipped) continue;
    state = ((state << 1) | begins) & mask;
    if ((state & ends) !== 0) return true;
  }
  return false;
}

const eachRun = /[\w+/-]{12,}/g;

/** What a text is in base64, by what stands before it: whatever that is, one of them has the alignment of an address in it; and its runs by themselves. */
function decodeEach(octets: Buffer): Buffer[] {
  const runsAlone = octets.toString('latin1').match(eachRun) ?? [];
  const letters = Buffer.from(
    octets.map((octet) => base64Letters[octet] ?? 0).filter((letter) => letter !== 0),
  ).toString('latin1');
  return [
    ...[0, 1, 2, 3].map((start) => Buffer.from(letters.slice(start), 'base64')),
    Buffer.from(runsAlone.map((run) => Buffer.from(run, 'base64').toString('latin1')).join('\n'), 'latin1'),
  ];
}

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
export function createBase64Search({ addresses, isNamedIn }: Base64Search): (octets: Buffer) => boolean {
  const words = addresses.map((address) => Buffer.from(address).toString('latin1').toLowerCase());
  const hosts = new Set(addresses.map((address) => landmarkOfHost(splitAddress(address).domain)));
  let automata: Automaton[] | null = null;
  return (octets) => {
    automata ??= [...hosts].filter((host) => host !== '').map(makeAutomaton);
    if (!hosts.has('') && !automata.some((automaton) => runs(automaton, octets))) return false;
    return decodeEach(octets).some((decoded) => {
      const lower = decoded.toString('latin1').toLowerCase();
      return words.some((word) => lower.includes(word)) || isNamedIn(decoded.toString());
    });
  };
}
