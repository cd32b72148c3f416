import { isIPv4 } from 'node:net';
import { ipv6Groups } from '#platform/ip-address.ts';

/** An IP address's digits in reverse, with dots between them: IPv4 by octets, IPv6 by nibbles. Empty for anything else. */
export function reverseDigits(address: string): string {
  if (isIPv4(address)) return address.split('.').toReversed().join('.');
  const groups = ipv6Groups(address) ?? [];
  return [...groups.map((group) => group.toString(16).padStart(4, '0')).join('')].toReversed().join('.');
}

/** Where the names of an address are found (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  return `${reverseDigits(address)}.${isIPv4(address) ? 'in-addr' : 'ip6'}.arpa`;
}
