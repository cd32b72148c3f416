import { networksOf } from '#platform/networks.ts';

/** The other end of a connection. */
export interface Peer {
  /** Plain, IPv4 unmapped; the client's behind a proxy. */
  readonly address: string;
  /** What its limits are counted under, narrowest first; none: a program on this machine, bound only by those of all. */
  readonly networks: readonly string[];
}

/**
 * How many times as much as a single address (IPv6: its /64) the networks around it may have together. One attacker
 * commonly holds a /48 and may hold a /32; a provider of mail has many servers in its /24.
 */
const widths: Readonly<Record<string, number>> = {
  address: 1,
  '/24': 3,
  '/64': 1,
  '/56': 2,
  '/48': 4,
  '/32': 10,
  account: 1,
};

/** How many times as much as the narrowest one a network may have. `key`: as limits are counted, its listener perhaps before. */
export function timesOf(key: string): number {
  return widths[key.split(' ').at(-2) ?? ''] ?? 1;
}

/** What an account is counted under. */
export function accountKey(account: string, nameOf: (network: string) => string): string {
  return `account ${nameOf(account)}`;
}

/**
 * Under what a connection from `address` is counted, narrowest first. Programs on this machine, such as a content filter, share one
 * address and are no strangers; what comes through a proxy is counted whatever its address.
 */
export function clientNetworks(
  address: string,
  proxied: boolean,
  nameOf: (network: string) => string,
): readonly string[] {
  if (!proxied && (address === '127.0.0.1' || address === '::1')) return [];
  return networksOf(address).map((network) => {
    const slash = network.indexOf('/');
    return `${slash === -1 ? 'address' : network.slice(slash)} ${nameOf(network)}`;
  });
}
