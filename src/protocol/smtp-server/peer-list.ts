import type { ClientKey } from '#platform/ip-address.ts';
import { BlockList, isIPv4 } from 'node:net';

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Whether an address (IPv4 unmapped) is one of these addresses and networks, such as `10.0.0.0/8`. */
export function createPeerList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => address !== '' && list.check(address, familyOf(address));
}

/** The other end of a connection. */
export interface Peer {
  /** Plain, IPv4 unmapped; the client's behind a proxy. */
  readonly address: string;
  readonly key: ClientKey;
}
