import { parseAddress } from '#mail/address/parse-address.ts';
import { decodeWords } from '#mail/message/decode-words.ts';
import type { Mailbox } from '#mail/message/mailbox.ts';
import { belongTogether, scanAddressList, type Token } from '#mail/message/scan-address-list.ts';

/** More mailboxes than this in one field are not read. */
const maxMailboxes = 1000;

/** What was read since the last comma, before it is known whether it is a name or an address. */
interface Entry {
  words: Token[];
  comment: string | null;
  angle: string | null;
}

const emptyEntry = (): Entry => ({ words: [], comment: null, angle: null });

const shownName = (text: string): string | null => {
  const name = decodeWords(text).trim();
  return name === '' ? null : name;
};

const phrase = (words: readonly Token[]): string =>
  words.map((word, index) => (word.spaced && index > 0 ? ` ${word.text}` : word.text)).join('');

/** A word as addr-spec text: quoted words keep their quotes, so that an `@` inside them does not split the address. */
const addressPart = (word: Token): string =>
  word.kind === 'quoted' ? `"${word.text.replaceAll(/["\\]/g, '\\$&')}"` : word.text;

/** An entry without angle brackets: each group of words that holds a bare at sign is an address of its own. */
const bareAddresses = (words: readonly Token[]): string[] => {
  const groups: Token[][] = [];
  words.forEach((word, index) => {
    const before = words[index - 1];
    if (before !== undefined && belongTogether(before, word)) groups.at(-1)?.push(word);
    else groups.push([word]);
  });
  return groups
    .filter((group) => group.some((word) => word.kind === 'atom' && word.text.includes('@')))
    .map((group) => group.map(addressPart).join(''));
};

const readEntry = (entry: Entry): Mailbox[] => {
  const name = shownName(phrase(entry.angle === null ? [] : entry.words)) ?? shownName(entry.comment ?? '');
  const candidates = entry.angle === null ? bareAddresses(entry.words).slice(0, maxMailboxes) : [entry.angle];
  return candidates.flatMap((candidate) => {
    const address = parseAddress(candidate.trim());
    return address === null ? [] : [{ name, address }];
  });
};

/**
 * The mailboxes of an address list (RFC 5322 §3.4, obsolete forms of §4.4, groups opened, names decoded), as
 * `fieldText` gives it. What cannot be read as an address is left out. At most 1,000. Linear, never throws.
 */
export const parseMailboxes = (text: string): Mailbox[] => {
  const mailboxes: Mailbox[] = [];
  let entry = emptyEntry();
  const finish = (): void => {
    mailboxes.push(...readEntry(entry));
    entry = emptyEntry();
  };
  for (const token of scanAddressList(text)) {
    if (token.kind === ',' || token.kind === ';') finish();
    else if (token.kind === ':') entry = emptyEntry();
    else if (token.kind === 'comment') entry.comment = token.text;
    else if (token.kind === 'angle') {
      if (entry.angle !== null) finish();
      entry.angle = token.text;
    } else {
      if (entry.angle !== null) finish();
      entry.words.push(token);
    }
    if (mailboxes.length >= maxMailboxes) break;
  }
  finish();
  return mailboxes.slice(0, maxMailboxes);
};
