import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { addressOctets, sharePrefix } from '#platform/ip.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** Whether two texts are one address. */
export function isSameAddress(one: string, other: string): boolean {
  const octets = addressOctets(one);
  return octets !== null && sharePrefix(octets, addressOctets(other) ?? [], octets.length * 8);
}

/** Whether connections may come from an address: it is one of this machine. */
export async function isOwnAddress(address: string): Promise<boolean> {
  const server = createServer().listen(0, address);
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * Forward-confirmed reverse DNS: one of the names of an address leads back to it, which receivers ask of IPv6 above all.
 * Null while DNS is in trouble.
 */
export async function hasOwnName(
  resolver: Pick<Resolver, 'ptr' | 'a' | 'aaaa'>,
  address: string,
): Promise<boolean | null> {
  const names = await resolver.ptr(address);
  if (names.kind === 'trouble') return null;
  for (const name of names.kind === 'found' ? names.records : []) {
    const back = await (isIPv6(address) ? resolver.aaaa(name) : resolver.a(name));
    if (back.kind === 'trouble') return null;
    const records = back.kind === 'found' ? back.records : [];
    if (records.some((record) => isSameAddress(record, address))) return true;
  }
  return false;
}
