import { isIPv4 } from 'node:net';

/** Sixteen-bit groups of one side of `::`; a trailing IPv4 address counts as two (RFC 4291 §2.2). */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}

/**
 * The network one client counts as: an IPv4 address itself, an IPv6 address its /64, because one
 * customer commonly holds a whole /64 (RFC 6177). IPv4-mapped addresses count as IPv4.
 */
export function clientNetwork(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
  if (isIPv4(mapped) || !bare.includes(':')) return mapped;
  const [left = '', right = ''] = bare.split('::');
  const head = groupsOf(left);
  const tail = groupsOf(right);
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const prefix = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}
