import { addressOctets, sharePrefix } from '#platform/ip.ts';
import type { DnsAnswer, Resolver } from '#protocol/dns/resolver.ts';

/** A temperror or permerror, which ends a check at once (RFC 7208 §2.6.6, §2.6.7). */
export class SpfError extends Error {
  override readonly name = 'SpfError';
  readonly result: 'temperror' | 'permerror';

  constructor(result: SpfError['result']) {
    super(result);
    this.result = result;
  }
}

/** Processing limits (RFC 7208 §4.6.4). */
const maxTerms = 10;
const maxVoid = 2;
const maxHosts = 10;

/** The look-ups of one check, counted. Each throws SpfError where the standard ends the check. */
export interface SpfLookups {
  /** Counts a term that needs DNS. */
  countTerm(): void;
  txt(name: string): Promise<DnsAnswer<string>>;
  /** Addresses of the client's family. */
  hostAddresses(host: string): Promise<readonly string[]>;
  /** Whether there is an IPv4 address, whatever the client's family. */
  exists(name: string): Promise<boolean>;
  /** Addresses of the client's family, mail host by mail host. */
  mailHostAddresses(domain: string): AsyncIterable<readonly string[]>;
  /** Names that lead to the client and back (RFC 7208 §5.5). */
  clientNames(): Promise<readonly string[]>;
}

function readRecords<T>(answer: DnsAnswer<T>): readonly T[] {
  if (answer.kind === 'trouble') throw new SpfError('temperror');
  return answer.kind === 'found' ? answer.records : [];
}

/** `address`: the client's, IPv4 unmapped. */
export function createSpfLookups(resolver: Resolver, address: string): SpfLookups {
  const octets = addressOctets(address) ?? [];
  const isV6 = address.includes(':');
  let terms = 0;
  let voids = 0;

  /** Counts what a term finds nothing for. */
  const recordsOf = <T>(answer: DnsAnswer<T>): readonly T[] => {
    if (answer.kind === 'none' || answer.kind === 'no-name') voids += 1;
    if (voids > maxVoid) throw new SpfError('permerror');
    return readRecords(answer);
  };
  const addressesOf = (host: string): Promise<DnsAnswer<string>> => (isV6 ? resolver.aaaa(host) : resolver.a(host));

  const leadsBack = async (name: string): Promise<boolean> => {
    const answer = await addressesOf(name);
    return (
      answer.kind === 'found' && answer.records.some((each) => sharePrefix(octets, addressOctets(each) ?? [], 128))
    );
  };
  const findNames = async (): Promise<readonly string[]> => {
    const answer = await resolver.ptr(address);
    // Trouble here only means that the mechanism does not match.
    if (answer.kind === 'trouble') return [];
    const candidates = recordsOf(answer).slice(0, maxHosts);
    const proven = await Promise.all(candidates.map(leadsBack));
    return candidates.filter((_, index) => proven[index]);
  };

  return {
    countTerm: () => {
      terms += 1;
      if (terms > maxTerms) throw new SpfError('permerror');
    },
    txt: (name) => resolver.txt(name),
    hostAddresses: async (host) => recordsOf(await addressesOf(host)),
    exists: async (name) => recordsOf(await resolver.a(name)).length > 0,
    async *mailHostAddresses(domain) {
      const hosts = recordsOf(await resolver.mx(domain));
      if (hosts.length > maxHosts) throw new SpfError('permerror');
      // Asked all at once, read one by one.
      const answers = hosts.filter(({ exchange }) => exchange !== '').map(({ exchange }) => addressesOf(exchange));
      // A host without addresses of the client's family is ordinary: terms are counted, not hosts.
      for (const answer of answers) yield readRecords(await answer);
    },
    clientNames: findNames,
  };
}
