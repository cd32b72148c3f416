import { parseAddress } from '#protocol/message/address.ts';
import { decodeWords, encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { belongTogether, scanAddressList, type Token } from '#protocol/message/scan-address-list.ts';

/** A mailbox: a display name and an address (RFC 5322 §3.4). */
export interface Mailbox {
  /** Decoded (RFC 2047); null when there is none. */
  readonly name: string | null;
  /**
   * `local@domain` without brackets or comments. The local part is as written, quoted only where it must be;
   * the domain is an A-label in lower case or an address literal.
   */
  readonly address: string;
}

/** More mailboxes than this in one field are not read. */
const maxMailboxes = 1000;

/** What stands between two commas; brackets end one too, where no comma does. */
interface Entry {
  readonly words: Token[];
  comment: string | null;
  angle: string | null;
  /** A colon follows: not a mailbox, but the name of a group. */
  opensGroup: boolean;
}

function emptyEntry(): Entry {
  return { words: [], comment: null, angle: null, opensGroup: false };
}

function shownName(text: string): string | null {
  const name = decodeWords(text).trim();
  return name === '' ? null : name;
}

/** A quote mark within an encoded word is none of the name's: some programs encode word by word, with the mark before one. */
function wordText({ kind, text }: Token): string {
  return kind === 'atom' ? text.replaceAll('"', '') : text;
}

function phrase(words: readonly Token[]): string {
  return words.map((word, index) => (word.spaced && index > 0 ? ` ${wordText(word)}` : wordText(word))).join('');
}

/** A word as addr-spec text: quoted words keep their quotes, so that an `@` inside them does not split the address. */
function addressPart(word: Token): string {
  return word.kind === 'quoted' ? `"${word.text.replaceAll(/["\\]/g, '\\$&')}"` : word.text;
}

/** An entry without angle brackets: each group of words that holds an at sign is meant as an address of its own. */
function bareAddresses(words: readonly Token[]): string[] {
  const groups: Token[][] = [];
  words.forEach((word, index) => {
    const before = words[index - 1];
    if (before !== undefined && belongTogether(before, word)) groups.at(-1)?.push(word);
    else groups.push([word]);
  });
  return groups
    .filter((group) => group.some((word) => word.text.includes('@')))
    .map((group) => group.map(addressPart).join(''));
}

/** What is meant as an address, readable or not. */
function candidatesIn({ angle, words }: Entry): string[] {
  return angle === null ? bareAddresses(words) : [angle];
}

function readEntry(entry: Entry): Mailbox[] {
  const name = shownName(phrase(entry.angle === null ? [] : entry.words)) ?? shownName(entry.comment ?? '');
  return candidatesIn(entry)
    .slice(0, maxMailboxes)
    .flatMap((candidate) => {
      const address = parseAddress(candidate.trim());
      return address === null ? [] : [{ name, address }];
    });
}

const separators: ReadonlySet<Token['kind']> = new Set([',', ';', ':']);

function isEmpty({ words, comment, angle, opensGroup }: Entry): boolean {
  return words.length === 0 && comment === null && angle === null && !opensGroup;
}

/** Nothing between two commas is no entry (RFC 5322 §4.4), however many of them there are. */
function* readEntries(text: string): Generator<Entry> {
  let entry = emptyEntry();
  for (const token of scanAddressList(text, { skipsOpenQuote: true })) {
    const { kind } = token;
    if (kind === ':') entry.opensGroup = true;
    if (separators.has(kind) || (entry.angle !== null && kind !== 'comment')) {
      if (!isEmpty(entry)) {
        yield entry;
        entry = emptyEntry();
      }
    }
    if (kind === 'comment') entry.comment = token.text;
    else if (kind === 'angle') entry.angle = token.text;
    else if (!separators.has(kind)) entry.words.push(token);
  }
  if (!isEmpty(entry)) yield entry;
}

/**
 * The mailboxes of an address list (RFC 5322 §3.4, obsolete forms of RFC 5322 §4.4, groups opened, names decoded), as
 * `fieldText` gives it. What cannot be read as an address is left out. At most 1,000. Linear, never throws.
 */
export function parseMailboxes(text: string): Mailbox[] {
  const mailboxes: Mailbox[] = [];
  for (const entry of readEntries(text)) {
    if (!entry.opensGroup) mailboxes.push(...readEntry(entry));
    if (mailboxes.length >= maxMailboxes) break;
  }
  return mailboxes.slice(0, maxMailboxes);
}

/**
 * The one mailbox of an address list; null where there is not exactly one, and where a reader could find another: in a
 * group (RFC 6854), or in what is meant as an address and is none. Linear, never throws.
 */
export function parseSoleMailbox(text: string): Mailbox | null {
  let sole: Entry | null = null;
  for (const entry of readEntries(text)) {
    const { length } = candidatesIn(entry);
    if (entry.opensGroup || length > 1 || (length === 1 && sole !== null)) return null;
    if (length === 1) sole = entry;
  }
  return sole === null ? null : (readEntry(sole)[0] ?? null);
}

/** A display name as header text, on its own or in a list: a quoted string (RFC 5322 §3.2.4), or encoded words where it is not plain ASCII. */
export function formatPhrase(text: string): string {
  return printableAscii.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : encodeWords(text);
}

/**
 * A mailbox as header text: `"Name" <address>`, or the bare address where the name is null or empty. The address is
 * taken as it is.
 */
export function formatMailbox(name: string | null, address: string): string {
  return name === null || name === '' ? address : `${formatPhrase(name)} <${address}>`;
}
