import { domainToASCII } from 'node:url';
import { splitAddress } from '#platform/addresses.ts';
import { belongTogether, scanAddressList, type Token } from '#protocol/message/scan-address-list.ts';

/** Those who read mail need it beside the readers below. */
export { splitAddress };

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const domainName = new RegExp(`^(?:${label}\\.)*${label}$`);
const allDigits = /^[0-9]+$/;
const plainAscii = /^[\x21-\x7e]*$/;

/**
 * A domain name as an A-label in lower case (RFC 5890), at most 253 octets; null when the text is no domain name.
 * Underscores are tolerated; a name that ends in a number is an IP address and refused (RFC 1123 §2.1).
 */
export function toDomainName(text: string): string | null {
  if (text.length > 253) return null;
  const name = (plainAscii.test(text) ? text : domainToASCII(text)).toLowerCase();
  if (name.length > 253 || !domainName.test(name)) return null;
  return allDigits.test(name.slice(name.lastIndexOf('.') + 1)) ? null : name;
}

/** RFC 5321 §4.5.3.1.3: a path has at most 256 octets, its angle brackets included. */
const maxOctets = 254;

/** RFC 5322 §3.2.3 atext and dots, and RFC 6532 beyond ASCII; stray dots are tolerated, as real senders have them. */
const needsNoQuotes = /^[\w!#$%&'*+\-/=?^`{|}~.\u{80}-\u{10ffff}]+$/u;
const literal = /^\[[0-9a-z.:_-]{3,64}\]$/i;
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

function quoteLocalPart(local: string): string {
  return needsNoQuotes.test(local) ? local : `"${local.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The words of one addr-spec without comments and route; null when something else stands there. */
function readWords(text: string): Token[] | null {
  const words: Token[] = [];
  for (const token of scanAddressList(text.startsWith('@') ? text.slice(text.indexOf(':') + 1) : text)) {
    if (token.kind === 'comment') continue;
    if (token.kind !== 'atom' && token.kind !== 'quoted') return null;
    const before = words.at(-1);
    if (before !== undefined && !belongTogether(before, token)) return null;
    words.push(token);
  }
  return words;
}

function joinText(words: readonly Token[]): string {
  return words.map((word) => word.text).join('');
}

/** One atom on each side of the `@`, as nearly all addresses are written. */
const plainForm = /^([\w!#$%&'*+\-/=?^`{|}~.]+)@([\w.-]+)$/;

interface AddressParts {
  readonly local: string;
  readonly host: string;
}

function readParts(text: string): AddressParts | null {
  const [, local, host] = plainForm.exec(text) ?? [];
  if (local !== undefined && host !== undefined) return { local, host };
  const words = readWords(text) ?? [];
  const index = words.findIndex((word) => word.kind === 'atom' && word.text.includes('@'));
  const middle = words[index]?.text ?? '';
  const after = words.slice(index + 1);
  if (index === -1 || after.some((word) => word.kind === 'quoted')) return null;
  const at = middle.indexOf('@');
  return { local: joinText(words.slice(0, index)) + middle.slice(0, at), host: middle.slice(at + 1) + joinText(after) };
}

/**
 * Reads one addr-spec (RFC 5322 §3.4.1) with comments, blanks around dots, quoted words and an obsolete route
 * (RFC 5322 §4.4) allowed. Gives `local@domain`, quoted only where it must be, the domain as an A-label in lower case;
 * null when it is none or longer than 254 octets.
 */
export function parseAddress(text: string): string | null {
  const parts = readParts(text.trim());
  if (parts === null) return null;
  const { local, host } = parts;
  const domain = literal.test(host) ? host.toLowerCase() : toDomainName(host);
  if (domain === null || local === '' || unprintable.test(local)) return null;
  const address = `${quoteLocalPart(local)}@${domain}`;
  return Buffer.byteLength(address) > maxOctets ? null : address;
}

/**
 * Normalizes an address: one spelling for all ways to write one from `parseAddress`: the local part NFC and in lower
 * case.
 */
export function normalizeAddress(address: string): string {
  const { local, domain } = splitAddress(address);
  return `${local.normalize('NFC').toLowerCase()}@${domain}`;
}
