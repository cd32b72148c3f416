import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createNetworkList, ipv4Of, ipv6Groups, unmapAddress } from '#platform/ip.ts';

/** Ranges that are not the public Internet (RFC 6890 and the IANA special-purpose registry). */
const isReserved = createNetworkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Within 2000::/3, the only public part of IPv6, those that are reserved or embed other addresses.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** The IPv4 address within a NAT64 address (64:ff9b::/96, RFC 6052 §2.1), by which hosts without IPv4 reach others. */
function nat64Embedded(groups: readonly number[]): string | null {
  const [first, second, ...others] = groups;
  const [high = 0, low = 0] = others.slice(-2);
  if (first !== 0x64 || second !== 0xff9b || others.slice(0, -2).some((group) => group !== 0)) return null;
  return ipv4Of(high, low);
}

/** Whether an address belongs to the public Internet, so that DNS data of strangers may lead us there. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isReserved(address);
  const groups = ipv6Groups(address);
  if (groups === null) return false;
  const embedded = nat64Embedded(groups);
  if (embedded !== null) return isPublicAddress(embedded);
  const [first = 0] = groups;
  return first >> 13 === 1 && !isReserved(address);
}

/** Public and not one of this machine's own: what the guarded dialer may connect to in production. */
export function isForeignPublicAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return isPublicAddress(address) && !own.some((entry) => unmapAddress(entry.address) === address);
}
