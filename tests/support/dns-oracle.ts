import type { DnsZone } from '#support/dns-server.ts';

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Answers like `dns.promises.resolve`, out of the zone of a test server: for other implementations to compare with. */
export function createOracleResolver(zone: DnsZone) {
  return (name: string, type: string): Promise<never> => {
    const entry = zone[name.toLowerCase().replace(/\.$/, '')];
    if (entry === 'silence') return Promise.reject(failure('ETIMEOUT'));
    if (entry === 'servfail') return Promise.reject(failure('ESERVFAIL'));
    if (entry === undefined) return Promise.reject(failure('ENOTFOUND'));
    if (entry.CNAME !== undefined) return createOracleResolver(zone)(entry.CNAME, type);
    const { A, AAAA, MX, PTR, TXT } = entry;
    const records: Record<string, readonly unknown[] | undefined> = {
      A,
      AAAA,
      PTR,
      TXT: TXT?.map((text) => [text]),
      MX: MX?.map(({ exchange, preference }) => ({ exchange, priority: preference })),
    };
    const found = records[type] ?? [];
    // Its type depends on `type`, which the compared libraries know.
    return found.length === 0 ? Promise.reject(failure('ENODATA')) : Promise.resolve(found as never);
  };
}
