import { isIPv6 } from 'node:net';
import { isLoopback } from '#platform/ip.ts';

/** A recursive name server, which a stub resolver asks. */
export interface NameServer {
  readonly host: string;
  readonly port: number;
  readonly family: 4 | 6;
  /** Whether its word about DNSSEC counts (RFC 6840 §5.8: only over a safe way). */
  readonly trusted: boolean;
}

const defaultPort = 53;

/**
 * Reads `host`, `host:port` or `[host]:port`. Trusted: on this machine, or `named` by the operator, who then vouches
 * for the way to it; the system's own choice often comes from whatever network it is in.
 */
export function parseNameServer(text: string, named: boolean): NameServer {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? text;
  return {
    host,
    port: port === undefined ? defaultPort : Number(port),
    family: isIPv6(host) ? 6 : 4,
    trusted: named || isLoopback(host),
  };
}
