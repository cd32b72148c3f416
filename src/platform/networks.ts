import { isIPv4 } from 'node:net';
import { networkKey } from '#platform/ip.ts';

const linkEnd = '::/64';

/**
 * The networks around an address that limits count together, narrowest first: of IPv4 the address and its /24, the least
 * that is routed; of IPv6 /64 (a link), /56 (a customer), /48 (a site, the most a customer gets, RFC 6177 §2) and /32 (a
 * provider). What is no address is a network by itself.
 */
export function networksOf(address: string): readonly string[] {
  const narrowest = networkKey(address);
  if (isIPv4(narrowest)) return [narrowest, networkKey(narrowest, 48)];
  if (!narrowest.endsWith(linkEnd)) return [narrowest];
  const [first = '', second = '', third = '', fourth = ''] = narrowest.slice(0, -linkEnd.length).split(':');
  const customer = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  const provider = `${first}:${second}`;
  const site = `${provider}:${third}`;
  return [narrowest, `${site}:${customer}::/56`, `${site}::/48`, `${provider}::/32`];
}

/** The same from a customer's site up: /48 and /32, or the /24. */
export function sitesOf(address: string): readonly string[] {
  const networks = networksOf(address);
  return networks.slice(Math.min(2, networks.length - 1));
}

/** So many customers a network is worth, at least. A wider one holds more of them than may be one attacker's. */
const multiples: Readonly<Record<string, number>> = { '/64': 1, '/56': 2, '/48': 4, '/32': 64, '/24': 8 };

/** How many times as much as a single address (IPv6: /64) all in a network may use together. */
export function networkMultiple(network: string): number {
  const slash = network.indexOf('/');
  return (slash === -1 ? undefined : multiples[network.slice(slash)]) ?? 1;
}

/** Somebody who has a share of something. */
export interface Share {
  readonly key: string;
  /** How many single shares it is worth. */
  readonly multiple: number;
}

/** The networks around an address with what each is worth. */
export function sharesOf(address: string): readonly Share[] {
  return networksOf(address).map((key) => ({ key, multiple: networkMultiple(key) }));
}
