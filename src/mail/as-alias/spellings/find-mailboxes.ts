import { createBase64Search } from '#mail/as-alias/spellings/in-base64.ts';
import { createNumberSearch } from '#mail/as-alias/spellings/in-numbers.ts';
import {
  mayHold,
  octetsOf,
  readLetters,
  squeeze,
  turnBack,
  type HiddenMailbox,
  type Landmarks,
} from '#mail/as-alias/spellings/landmarks.ts';
import { rowsOf } from '#mail/as-alias/spellings/markup-readings.ts';
import { signWords } from '#mail/as-alias/spellings/mailbox-pattern.ts';
import { readingsWithoutMarks } from '#mail/as-alias/spellings/rare-readings.ts';
import { readingsOf } from '#mail/as-alias/spellings/readings.ts';
import { normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';

/** The letter thirteen places further, as news groups hide what not everybody wants to read. */
function turnLetter(letter: string): string {
  const first = letter < 'a' ? 0x41 : 0x61;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

function turnLetters(text: string): string {
  return text.replaceAll(/[a-z]/gi, turnLetter);
}

const eachLetterOrSign = new RegExp(
  `(?<!\\p{L})(?:${signWords})(?!\\p{L})|(?<=[a-z])(?-i:AT|DOT)(?=[a-z])|[a-z]`,
  'giu',
);

/** The same, and the words for its signs stay what they are. */
function turnNames(text: string): string {
  return text.replaceAll(eachLetterOrSign, (found) => (found.length === 1 ? turnLetter(found) : found));
}

/** Whether what a text was squeezed to may hold a mailbox, written in one of several ways. Of each, few texts have the longer landmark. */
function createGate(
  mailboxes: readonly HiddenMailbox[],
  ways: readonly ((word: string) => string)[],
): (squeezed: string) => boolean {
  const all = mailboxes.flatMap(({ landmarks: { local, hosts } }) =>
    ways.map((write): Landmarks => ({ local: write(local), hosts: hosts.map(write) })),
  );
  const distinct = [...new Map(all.map((landmarks) => [JSON.stringify(landmarks), landmarks])).values()];
  const keys = distinct.flatMap(({ local, hosts }) => hosts.map((host) => (local.length < host.length ? host : local)));
  const anyKey = new RegExp([...new Set(keys)].join('|'));
  return (squeezed) => anyKey.test(squeezed) && distinct.some((landmarks) => mayHold(squeezed, landmarks));
}

/** Who is named in capitals beside a page, as signatures have it, is no mailbox. */
const isNameInCell = /^\p{Lu}\p{L}*\t/u;
/** Nor is a short word beside one: any other might stand there. */
const isWordInCell = /^\p{L}{1,5}\t[^\t\n]*$/u;

function asItIs(word: string): string {
  return word;
}

function isReadWithoutMarks(text: string, isReadIn: (reading: string) => boolean): boolean {
  for (const reading of readingsWithoutMarks(text)) if (reading !== text && isReadIn(reading)) return true;
  return false;
}

export interface MailboxFinder {
  /** Where an unveiled text names a mailbox. */
  findOwn(text: string, known: { readonly squeezed: string; readonly joined: boolean }): Generator<RegExpExecArray>;
  /** Whether a reader of a text, as it was given, could find one. */
  reveals(text: string): boolean;
}

interface FinderOptions {
  /** The same mailboxes with one half written from its end. */
  readonly halves: readonly HiddenMailbox[];
  /** Addresses of the mailboxes as they are written most. */
  readonly spellings: readonly string[];
  /** Whether octets hold one of them. */
  readonly isIn: (octets: Buffer) => boolean;
}

interface Reader extends Pick<MailboxFinder, 'findOwn'> {
  /** Whether what a text was squeezed to may name one. */
  mayName(squeezed: string): boolean;
  /** Whether an unveiled text names one as it is written most, or in words. `squeezed`: what it was squeezed to. */
  isNamedIn(reading: string, squeezed?: string): boolean;
  /** Also from its end, in part or whole: as scripts hide an address, and marks of direction show it (Unicode UAX 9). */
  isReadIn(reading: string): boolean;
  /** In rows of a table or fields of markup. */
  isInRows(text: string): boolean;
}

function createReader(mailboxes: readonly HiddenMailbox[], halves: readonly HiddenMailbox[]): Reader {
  const mayName = createGate(mailboxes, [asItIs]);
  const mayBeTurned = createGate(mailboxes, [turnLetters]);
  const mayBeBack = createGate(mailboxes, [turnBack]);
  const mayBeHalf = createGate(halves, [asItIs]);

  function* findOwn(text: string, { squeezed = squeeze(text), joined = false } = {}): Generator<RegExpExecArray> {
    if (!mayName(squeezed)) return;
    for (const mailbox of mailboxes) if (mayHold(squeezed, mailbox.landmarks)) yield* mailbox.findIn(text, joined);
  }
  const isNamedIn = (reading: string, squeezed = squeeze(reading)): boolean =>
    findOwn(reading, { squeezed }).next().done !== true;
  const isHalfTurnedIn = (reading: string, squeezed: string): boolean =>
    mayBeHalf(squeezed) &&
    halves.some((half) => mayHold(squeezed, half.landmarks) && [...half.findIn(reading, false)].length > 0);
  return {
    findOwn,
    mayName,
    isNamedIn,
    isReadIn: (reading) => {
      const squeezed = squeeze(reading);
      return (
        isNamedIn(reading, squeezed) ||
        (mayBeBack(squeezed) && isNamedIn(turnBack(reading))) ||
        (mayBeTurned(squeezed) && (isNamedIn(turnLetters(reading)) || isNamedIn(turnNames(reading)))) ||
        isHalfTurnedIn(reading, squeezed)
      );
    },
    isInRows: (text) => {
      if (!mayName(squeeze(text))) return false;
      const rows = rowsOf(text);
      return (
        rows !== null &&
        [...findOwn(normalizeObfuscation(rows).text)].some(
          ([found]) => !isNameInCell.test(found) && !isWordInCell.test(found),
        )
      );
    },
  };
}

/** Finds the mailboxes of a reply's owner. Quick for most texts: they have no letters of any, whatever becomes of what parts them. */
export function createFinder(
  mailboxes: readonly HiddenMailbox[],
  { halves, spellings, isIn }: FinderOptions,
): MailboxFinder {
  const mayBe = createGate([...mailboxes, ...halves], [asItIs, turnBack, turnLetters]);
  const turned = spellings.map(turnLetters);
  const { findOwn, mayName, isNamedIn, isReadIn, isInRows } = createReader(mailboxes, halves);
  const isInBase64 = createBase64Search({
    addresses: spellings,
    isNamedIn: (decoded) => mayName(squeeze(decoded)) && isNamedIn(normalizeObfuscation(decoded).text),
  });
  const isInNumbers = createNumberSearch(spellings);
  const look = (reading: string) => {
    const octets = octetsOf(reading);
    const { squeezed, values } = readLetters(octets);
    return { squeezed, isEncoded: isInNumbers(squeezed) || isInBase64(octets, values) };
  };
  const isReadAnyhow = (reading: string): boolean => isReadIn(reading) || isReadWithoutMarks(reading, isReadIn);
  return {
    findOwn,
    reveals: (text) => {
      const { squeezed: given, isEncoded } = look(text);
      if (isEncoded) return true;
      const { asGiven, sameLetters, joined } = readingsOf(text);
      const seen = asGiven.map((reading) => normalizeObfuscation(reading).text);
      const bare = seen.filter((reading) => reading !== text).map(look);
      if (bare.some((reading) => reading.isEncoded)) return true;
      if (sameLetters && !mayBe(given) && !bare.some(({ squeezed }) => mayBe(squeezed))) return false;
      if (isIn(Buffer.from(text)) || turned.some((address) => text.toLowerCase().includes(address))) return true;
      const whole = joined();
      // Where others stand beside each other than before, what is encoded may be whole only now.
      if (!sameLetters && whole.some((reading) => look(reading).isEncoded)) return true;
      return seen.some(isReadAnyhow) || whole.some(isReadIn) || isInRows(text);
    },
  };
}
