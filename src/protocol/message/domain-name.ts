import { domainToASCII } from 'node:url';

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const domainName = new RegExp(`^(?:${label}\\.)*${label}$`);
const allDigits = /^[0-9]+$/;
const plainAscii = /^[\x21-\x7e]*$/;

/**
 * A domain as an A-label in lower case (RFC 5890), at most 253 octets; null when the text is no domain name.
 * Underscores are tolerated; a name that ends in a number is an IP address and refused (RFC 1123 §2.1).
 */
export function toDomainName(text: string): string | null {
  if (text.length > 253) return null;
  const name = (plainAscii.test(text) ? text : domainToASCII(text)).toLowerCase();
  if (name.length > 253 || !domainName.test(name)) return null;
  return allDigits.test(name.slice(name.lastIndexOf('.') + 1)) ? null : name;
}
