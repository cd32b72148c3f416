import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2), as sockets of both families show it, as plain IPv4; else unchanged. */
export function unmapAddress(address: string): string {
  const tail = /^::ffff:(.+)$/i.exec(address)?.[1];
  return tail !== undefined && isIPv4(tail) ? tail : address;
}

/** An address without its zone (RFC 4007 §11, `%eth0`), which means something on this machine only. */
export function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

/** An address of this machine: 127.0.0.0/8, also mapped into IPv6, or ::1 (RFC 6890). Names and all else are none. */
export function isLoopback(address: string): boolean {
  const plain = unmapAddress(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

function groupsOf(text: string): number[] {
  return (text === '' ? [] : text.split(':')).flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** The eight 16-bit groups of an IPv6 address (RFC 4291 §2.2); `null` for anything else, also for one with a zone. */
export function ipv6Groups(address: string): readonly number[] | null {
  if (!isIPv6(address) || address.includes('%')) return null;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Two 16-bit groups as an IPv4 address. */
export function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** An address as 4 or 16 octets; `null` when the text is none. */
export function addressOctets(address: string): readonly number[] | null {
  if (isIPv4(address)) return address.split('.').map(Number);
  return ipv6Groups(address)?.flatMap((group) => [group >> 8, group & 255]) ?? null;
}

/** Whether two addresses of one family agree in their first `bits` bits, or wholly (RFC 4632 §3.1). Families never match. */
export function sharePrefix(one: readonly number[], other: readonly number[], bits: number): boolean {
  if (one.length !== other.length) return false;
  const whole = bits >> 3;
  const mask = 0xff & (0xff00 >> (bits & 7));
  for (let index = 0; index < whole; index += 1) if (one[index] !== other[index]) return false;
  return ((one[whole] ?? 0) & mask) === ((other[whole] ?? 0) & mask);
}

/** An IP address's digits in reverse, with dots between them: IPv4 by octets, IPv6 by nibbles. Empty for anything else. */
export function reverseDigits(address: string): string {
  if (isIPv4(address)) return address.split('.').toReversed().join('.');
  const groups = ipv6Groups(address) ?? [];
  return [...groups.map((group) => group.toString(16).padStart(4, '0')).join('')].toReversed().join('.');
}

/**
 * How much of an IPv6 address counts as one: a link (64), a customer (56), a site (48: the most a customer gets, RFC 6177
 * §2), a provider (32).
 */
type NetworkBits = 64 | 56 | 48 | 32;

/** The same of an IPv4 address: up to a customer itself, beyond its /24, the least that is routed. */
function ipv4Network(address: string, bits: NetworkBits): string {
  return bits >= 56 ? address : `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
}

/**
 * The network that limits count as one client: an IPv4 address itself, however it is mapped into IPv6; an IPv6 address
 * its /64, because one customer commonly holds a whole /64 (RFC 6177). What is no address counts as it is. With fewer
 * `bits` the network around it.
 */
export function networkKey(address: string, bits: NetworkBits = 64): string {
  const bare = withoutZone(address);
  const groups = ipv6Groups(bare);
  if (groups === null) return isIPv4(bare) ? ipv4Network(bare, bits) : bare;
  const [high = 0, low = 0] = groups.slice(6);
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return ipv4Network(ipv4Of(high, low), bits);
  const prefix = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const kept = Math.min(16, bits - index * 16);
    return (group & (0xffff << (16 - kept))).toString(16);
  });
  return `${prefix.join(':')}::/${bits}`;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Whether an address is among these addresses and networks in CIDR notation, such as `10.0.0.0/8` (RFC 4632 §3.1). */
export function createNetworkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}
