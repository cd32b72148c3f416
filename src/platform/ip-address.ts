import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) as plain IPv4; anything else unchanged. */
export function unmapAddress(address: string): string {
  const tail = /^::ffff:(.+)$/i.exec(address)?.[1];
  return tail !== undefined && isIPv4(tail) ? tail : address;
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

/** The eight 16-bit groups of an IPv6 address, or `null` when it is none. */
export function ipv6Groups(address: string): readonly number[] | null {
  if (!isIPv6(address) || address.includes('%')) return null;
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one customer commonly has whole. */
export function networkOf(address: string): string {
  const plain = unmapAddress(address);
  const groups = ipv6Groups(plain);
  return groups === null
    ? plain
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');
}

/** What the limits of one client are counted under; `null`: a program on this machine, bound only by those of all. */
export type ClientKey = string | null;

/**
 * Under what a connection from `address` is counted. Programs on this machine, such as a content filter, share one
 * address and are no strangers; what comes through a proxy is counted whatever its address.
 */
export function clientKey(address: string, proxied: boolean): ClientKey {
  return !proxied && (address === '127.0.0.1' || address === '::1') ? null : networkOf(address);
}
