import { createBase64Search } from '#mail/as-alias/spellings/in-base64.ts';
import { createNumberSearch } from '#mail/as-alias/spellings/in-numbers.ts';
import { mayHold, squeeze, turnBack, type HiddenMailbox, type Landmarks } from '#mail/as-alias/spellings/landmarks.ts';
import { readingsOf } from '#mail/as-alias/spellings/readings.ts';
import { unveilText } from '#mail/as-alias/unveil-text.ts';

/** Each letter by the one thirteen places further, as news groups hide what not everybody wants to read. */
function turnLetters(text: string): string {
  const turned = (letter: string): string => String.fromCharCode(((letter.charCodeAt(0) - 0x61 + 13) % 26) + 0x61);
  return text.replaceAll(/[a-z]/g, turned);
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

function asItIs(word: string): string {
  return word;
}

export interface MailboxFinder {
  /** Where an unveiled text names a mailbox. */
  findOwn(text: string, known: { readonly squeezed: string; readonly joined: boolean }): Generator<RegExpExecArray>;
  /** Whether a reader of a text, as it was given, could find one. */
  reveals(text: string): boolean;
}

interface FinderOptions {
  /** Addresses of the mailboxes as they are written most. */
  readonly spellings: readonly string[];
  /** Whether octets hold one of them. */
  readonly isIn: (octets: Buffer) => boolean;
}

/** Finds the mailboxes of a reply's owner. Quick for most texts: they have no letters of any, whatever becomes of what parts them. */
export function createFinder(mailboxes: readonly HiddenMailbox[], { spellings, isIn }: FinderOptions): MailboxFinder {
  const mayName = createGate(mailboxes, [asItIs]);
  const mayBe = createGate(mailboxes, [asItIs, turnBack, turnLetters]);
  const isInBase64 = createBase64Search(spellings);
  const isInNumbers = createNumberSearch(spellings);
  const turned = spellings.map(turnLetters);

  function* findOwn(text: string, { squeezed = squeeze(text), joined = false } = {}): Generator<RegExpExecArray> {
    if (!mayName(squeezed)) return;
    for (const mailbox of mailboxes) if (mayHold(squeezed, mailbox.landmarks)) yield* mailbox.findIn(text, joined);
  }
  const isNamedIn = (reading: string): boolean => findOwn(reading).next().done !== true;
  return {
    findOwn,
    reveals: (text) => {
      const given = squeeze(text);
      if (isInNumbers(given) || isInBase64(text)) return true;
      const { asGiven, sameLetters, joined } = readingsOf(text);
      const seen = asGiven.map((reading) => unveilText(reading).text);
      const bare = seen.filter((reading) => reading !== text).map((reading) => squeeze(reading));
      if (bare.some(isInNumbers)) return true;
      const isQuick = sameLetters && !mayBe(given);
      if (isQuick && !bare.some(mayBe)) return false;
      if (isIn(Buffer.from(text)) || turned.some((address) => text.toLowerCase().includes(address))) return true;
      const read = [...seen, ...joined().map((reading) => unveilText(reading).text)];
      // Also from its end: as scripts hide an address, and marks of direction show it (Unicode UAX 9).
      return [...read, ...seen.map(turnBack), ...read.map((reading) => turnLetters(reading.toLowerCase()))].some(
        isNamedIn,
      );
    },
  };
}
