import { limits } from '#contract/limits.ts';

/** An email address in the two forms we need. */
export interface EmailAddress {
  /** For mail and for people: local part as typed, domain as lower-case A-label. */
  readonly address: string;
  /** For comparison and keyed hashes: local part in NFC and lower case. */
  readonly normalised: string;
  /** Lower-case A-label. */
  readonly domain: string;
}

/** Dot-atom (RFC 5322 §3.2.3) with letters beyond ASCII (RFC 6531 §3.3). Quoted local parts are not taken. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/**
 * Only these may reach the URL parser, which would read ports, escapes and paths into a name. The two joiners it takes only where
 * letters need them (RFC 5892 §A.1).
 */
const domainText = /^[\p{L}\p{M}\p{N}.\u{200c}-\u{200d}-]+$/u;
/** Letters, digits, hyphens (RFC 1123 §2.1); the last label starts with a letter, so no IP address passes. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const encoder = new TextEncoder();
function octets(text: string): number {
  return encoder.encode(text).length;
}

function toAsciiDomain(text: string): string | null {
  if (!domainText.test(text)) return null;
  try {
    const host = new URL(`http://${text}`).hostname;
    return hostName.test(host) && host.length <= 253 ? host : null;
  } catch {
    return null;
  }
}

/** The local part as it is spelled; null: it is none. */
type ReadLocal = (text: string) => string | null;

function parseBy(readLocal: ReadLocal, text: string): EmailAddress | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || trimmed.length > limits.emailMaxOctets) return null;
  const local = readLocal(trimmed.slice(0, at).normalize('NFC'));
  const domain = toAsciiDomain(trimmed.slice(at + 1));
  if (domain === null || local === null) return null;
  const address = `${local}@${domain}`;
  if (octets(address) > limits.emailMaxOctets) return null;
  return { address, normalised: `${local.toLowerCase()}@${domain}`, domain };
}

const readOrdinary: ReadLocal = (text) =>
  localPart.test(text) && octets(text) <= limits.emailLocalMaxOctets ? text : null;

/** Reads an email address; null when mail could not be sent to it. Works alike in browser and server. */
export function parseEmailAddress(text: string): EmailAddress | null {
  return parseBy(readOrdinary, text);
}

/** Dots anywhere, as servers have them that ask for no quotes. */
const dotted = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u;
/** RFC 5321 §4.1.2. */
const quoted = /^"((?:[\p{L}\p{M}\p{N} !#-[\]-~]|\\[ -~])+)"$/u;

const readAny: ReadLocal = (text) => {
  if (dotted.test(text)) return text;
  const words = quoted.exec(text)?.[1]?.replaceAll(/\\(.)/gu, '$1');
  if (words === undefined) return null;
  return dotted.test(words) ? words : `"${words.replaceAll(/["\\]/gu, '\\$&')}"`;
};

/**
 * Reads the address of somebody who may have written already: also what nobody should have but some do, quotes, dots side by side
 * or more than 64 octets before the `@`. Spelled as the mail engine spells it, with quotes only where they must be.
 */
export function parseCorrespondent(text: string): EmailAddress | null {
  return parseBy(readAny, text);
}

/** A domain that somebody names, as we store it: lower-case A-label; what is none in lower case, to be refused as unknown. */
export function spellDomain(text: string): string {
  return (text.length > limits.emailMaxOctets ? null : toAsciiDomain(text)) ?? text.toLowerCase();
}
