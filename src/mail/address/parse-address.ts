import { toDomainName } from '#mail/address/domain-name.ts';
import { belongTogether, scanAddressList, type Token } from '#mail/message/scan-address-list.ts';

/** RFC 5321 §4.5.3.1.3: a path has at most 256 octets, its angle brackets included. */
const maxOctets = 254;

/** RFC 5322 §3.2.3 atext and dots, and RFC 6532 beyond ASCII; stray dots are tolerated, as real senders have them. */
const needsNoQuotes = /^[\w!#$%&'*+\-/=?^`{|}~.\u{80}-\u{10ffff}]+$/u;
const literal = /^\[[0-9a-z.:_-]{3,64}\]$/i;
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

const quoteLocalPart = (local: string): string =>
  needsNoQuotes.test(local) ? local : `"${local.replaceAll(/["\\]/g, '\\$&')}"`;

/** The words of one addr-spec without comments and route; null when something else stands there. */
const readWords = (text: string): Token[] | null => {
  const words: Token[] = [];
  for (const token of scanAddressList(text.startsWith('@') ? text.slice(text.indexOf(':') + 1) : text)) {
    if (token.kind === 'comment') continue;
    if (token.kind !== 'atom' && token.kind !== 'quoted') return null;
    const before = words.at(-1);
    if (before !== undefined && !belongTogether(before, token)) return null;
    words.push(token);
  }
  return words;
};

const joinText = (words: readonly Token[]): string => words.map((word) => word.text).join('');

/**
 * Reads one addr-spec (RFC 5322 §3.4.1) with comments, blanks around dots, quoted words and an obsolete route
 * (§4.4) allowed. Gives `local@domain`, quoted only where it must be, the domain as an A-label in lower case;
 * null when it is none or longer than 254 octets.
 */
export const parseAddress = (text: string): string | null => {
  const words = readWords(text.trim()) ?? [];
  const index = words.findIndex((word) => word.kind === 'atom' && word.text.includes('@'));
  const middle = words[index]?.text ?? '';
  const after = words.slice(index + 1);
  if (index === -1 || after.some((word) => word.kind === 'quoted')) return null;
  const local = joinText(words.slice(0, index)) + middle.slice(0, middle.indexOf('@'));
  const host = middle.slice(middle.indexOf('@') + 1) + joinText(after);
  const domain = literal.test(host) ? host.toLowerCase() : toDomainName(host);
  if (domain === null || local === '' || unprintable.test(local)) return null;
  const address = `${quoteLocalPart(local)}@${domain}`;
  return Buffer.byteLength(address) > maxOctets ? null : address;
};

/** Splits `local@domain` at its last `@`. */
export const splitAddress = (address: string): { local: string; domain: string } => {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
};
