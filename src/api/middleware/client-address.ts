import { BlockList, isIP, isIPv4 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';

declare module 'hono' {
  interface ContextVariableMap {
    /** IP address of the client; empty when its socket has gone. */
    clientAddress: string;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** Without its zone; an IPv4 address that came over an IPv6 socket (RFC 4291 §2.5.5.2) as that address. */
function simplify(address: string): string {
  const [bare = ''] = address.split('%');
  return /^::ffff:([\d.]+)$/iu.exec(bare)?.[1] ?? bare;
}

/** One hop of X-Forwarded-For, which some proxies write with a port; null when it is no address. */
function parseHop(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : simplify(bare);
}

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = familyOf(network);
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/**
 * Who asks. X-Forwarded-For counts only from our own proxies: the right-most address that is not one of
 * them, since whatever stands left of it was written by the client itself.
 *
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 */
export function findClientAddress(trustedProxies: readonly string[]): MiddlewareHandler {
  const proxies = listOf(trustedProxies);
  const find = (peer: string, forwardedFor: string | undefined): string => {
    const hops = forwardedFor?.split(',') ?? [];
    let address = simplify(peer);
    while (isIP(address) !== 0 && proxies.check(address, familyOf(address))) {
      const hop = parseHop(hops.pop()?.trim() ?? '');
      if (hop === null) break;
      address = hop;
    }
    return address;
  };
  return async function findClientAddress(c, next) {
    c.set('clientAddress', find(getConnInfo(c).remote.address ?? '', c.req.header('X-Forwarded-For')));
    await next();
  };
}
