import { isIPv4 } from 'node:net';
import { ipv6Groups } from '#platform/ip-address.ts';

/** An address as 4 or 16 octets; null when the text is none. */
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
