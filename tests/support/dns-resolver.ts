import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createResolver, type ResolverOptions } from '#protocol/dns/create-resolver.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { DnsServer } from '#support/dns-server.ts';

/** The resolver of the program, asking a test's DNS server. */
export function resolverOf({ address }: DnsServer, options: Partial<ResolverOptions> = {}): Resolver {
  return createResolver({
    servers: [address],
    timeoutMs: 5_000,
    clock: systemClock,
    random: systemRandom,
    ...options,
  });
}
