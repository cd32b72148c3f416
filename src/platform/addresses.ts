import { domainToASCII } from 'node:url';

/** Splits `local@domain` at its last `@`; without one all of it is the domain. */
export function splitAddress(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}

/** Lower-case A-label of the domain of an address. */
export function domainOf(address: string): string {
  const { domain } = splitAddress(address);
  return (domainToASCII(domain) || domain).toLowerCase();
}
