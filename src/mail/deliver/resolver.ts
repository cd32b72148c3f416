import { Resolver as DnsClient } from 'node:dns/promises';
import type { Clock } from '#platform/clock.ts';

/** What DNS said. Trouble is a value too, so that nobody mistakes it for an answer. */
export type DnsAnswer<T> =
  | { readonly kind: 'found'; readonly records: readonly T[] }
  /** The name exists, but has no record of this type. */
  | { readonly kind: 'none' }
  /** NXDOMAIN. */
  | { readonly kind: 'no-name' }
  /** SERVFAIL, no answer in time, no server. */
  | { readonly kind: 'trouble' };

export interface MxRecord {
  /** Lower case, without a trailing dot; empty for the null MX (RFC 7505). */
  readonly exchange: string;
  readonly preference: number;
}

export interface Resolver {
  mx(domain: string): Promise<DnsAnswer<MxRecord>>;
  /** IPv4 and IPv6 in turn, so that a machine without one of them soon meets the other. */
  addresses(host: string): Promise<DnsAnswer<string>>;
}

export interface ResolverOptions {
  /** `host` or `host:port`; empty: the system's. */
  readonly servers: readonly string[];
  /** For one look-up in all. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

interface Timed<T> {
  readonly answer: DnsAnswer<T>;
  readonly ttlMs: number;
}

interface CacheEntry {
  readonly answer: Promise<DnsAnswer<unknown>>;
  expiresAt: number;
}

const maxCached = 10_000;
const maxTtlMs = 5 * 60_000;
const negativeTtlMs = 60_000;
const tries = 3;
const trouble = { answer: { kind: 'trouble' }, ttlMs: 0 } as const;

const failure = (error: unknown): Timed<never> => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENODATA') return { answer: { kind: 'none' }, ttlMs: negativeTtlMs };
  // EBADNAME: what cannot be a name cannot exist either.
  if (code === 'ENOTFOUND' || code === 'EBADNAME') return { answer: { kind: 'no-name' }, ttlMs: negativeTtlMs };
  return trouble;
};

const found = <T>(records: readonly T[], ttlMs: number): Timed<T> =>
  records.length === 0
    ? { answer: { kind: 'none' }, ttlMs: negativeTtlMs }
    : { answer: { kind: 'found', records }, ttlMs: Math.min(ttlMs, maxTtlMs) };

const queryMx = async (client: DnsClient, domain: string): Promise<Timed<MxRecord>> => {
  try {
    const records = await client.resolveMx(domain);
    const plain = records.map(({ exchange, priority }) => ({
      exchange: exchange.toLowerCase().replace(/\.$/, ''),
      preference: priority,
    }));
    // Node does not tell the TTL of MX records.
    return found(plain, maxTtlMs);
  } catch (error) {
    return failure(error);
  }
};

const queryFamily = async (query: Promise<{ address: string; ttl: number }[]>): Promise<Timed<string>> => {
  try {
    const records = await query;
    return found(
      records.map(({ address }) => address),
      Math.min(...records.map(({ ttl }) => ttl)) * 1000,
    );
  } catch (error) {
    return failure(error);
  }
};

const inTurn = (first: readonly string[], second: readonly string[]): string[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined);

/** One family is enough; trouble with either is trouble only when the other has nothing. */
const queryAddresses = async (client: DnsClient, host: string): Promise<Timed<string>> => {
  const [v4, v6] = await Promise.all([
    queryFamily(client.resolve4(host, { ttl: true })),
    queryFamily(client.resolve6(host, { ttl: true })),
  ]);
  if (v4.answer.kind === 'found' && v6.answer.kind === 'found') {
    return found(inTurn(v4.answer.records, v6.answer.records), Math.min(v4.ttlMs, v6.ttlMs));
  }
  if (v4.answer.kind === 'found') return v4;
  if (v6.answer.kind === 'found') return v6;
  if (v4.answer.kind === 'trouble' || v6.answer.kind === 'trouble') return trouble;
  return v4;
};

const within = async <T>(timeoutMs: number, query: Promise<Timed<T>>): Promise<Timed<T>> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Timed<T>>((resolve) => {
    timer = setTimeout(() => resolve(trouble), timeoutMs);
  });
  try {
    return await Promise.race([query, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Looks up in DNS and remembers answers for their TTL, five minutes at most; equal questions at once are asked once. */
export const createResolver = ({ servers, timeoutMs, clock }: ResolverOptions): Resolver => {
  const client = new DnsClient({ timeout: Math.ceil(timeoutMs / tries), tries });
  if (servers.length > 0) client.setServers(servers);
  const cache = new Map<string, CacheEntry>();

  const remember = <T>(key: string, ask: () => Promise<Timed<T>>): Promise<DnsAnswer<T>> => {
    const known = cache.get(key);
    // The key names the record type, so the answer is of the type asked for.
    if (known !== undefined && clock.now() < known.expiresAt) return known.answer as Promise<DnsAnswer<T>>;
    const answer = within(timeoutMs, ask()).then((timed) => {
      entry.expiresAt = clock.now() + timed.ttlMs;
      return timed.answer;
    });
    const entry: CacheEntry = { answer, expiresAt: clock.now() + timeoutMs };
    cache.delete(key);
    cache.set(key, entry);
    if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '');
    return answer;
  };

  return {
    mx: (domain) => remember(`mx ${domain}`, () => queryMx(client, domain)),
    addresses: (host) => remember(`address ${host}`, () => queryAddresses(client, host)),
  };
};
