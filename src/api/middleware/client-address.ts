import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import { createNetworkList, unmapAddress, withoutZone } from '#platform/ip.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** IP address of the client; empty when its socket has gone. */
    clientAddress: string;
  }
}

/** Without its zone; an IPv4 address that came over an IPv6 socket as that address. */
function simplify(address: string): string {
  return unmapAddress(withoutZone(address));
}

/** One hop of X-Forwarded-For, which some proxies write with a port; null when it is no address. */
function parseHop(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : simplify(bare);
}

/**
 * Who asks. X-Forwarded-For counts only from our own proxies: the right-most address that is not one of
 * them, since whatever stands left of it was written by the client itself.
 *
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 */
export function findClientAddress(trustedProxies: readonly string[]): MiddlewareHandler {
  const isProxy = createNetworkList(trustedProxies);
  const find = (peer: string, forwardedFor: string | undefined): string => {
    const hops = forwardedFor?.split(',') ?? [];
    let address = simplify(peer);
    while (isProxy(address)) {
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
