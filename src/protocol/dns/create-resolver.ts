import { getServers } from 'node:dns';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createAnswerCache } from '#protocol/dns/answer-cache.ts';
import { askServer, type DnsQuestion } from '#protocol/dns/ask-server.ts';
import { parseNameServer } from '#protocol/dns/name-server.ts';
import { impossible, readAnswer, trouble, type TimedAnswer } from '#protocol/dns/read-answer.ts';
import { recordTypes, type RecordType, reverseName } from '#protocol/dns/record-types.ts';
import type { DnsAnswer, Resolver } from '#protocol/dns/resolver.ts';

export interface ResolverOptions {
  /** `host` or `host:port`, in the order of preference; empty: the system's. */
  readonly servers: readonly string[];
  /** For one look-up in all. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Of answers that are remembered; 16 MiB unless told, 0: each question is asked anew. */
  readonly cacheMaxBytes?: number;
}

const defaultCacheBytes = 16 * 1024 * 1024;
const questionsAtOnce = { max: 400, maxWaiting: 4000 };
/** Times a look-up may ask, the servers in turn. */
const minTries = 3;
const maxTries = 6;

/** RFC 1035 §2.3.4. Anything visible may stand in a label: names come from SPF macros too. */
const possibleName = /^(?=.{1,253}$)[\x21-\x2d\x2f-\x7e]{1,63}(?:\.[\x21-\x2d\x2f-\x7e]{1,63})*$/;

function inTurn(first: readonly string[], second: readonly string[]): string[] {
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined);
}

/** One family is enough; trouble with either is trouble only when the other has nothing. */
function joinFamilies(v4: DnsAnswer<string>, v6: DnsAnswer<string>): DnsAnswer<string> {
  if (v4.kind === 'found' && v6.kind === 'found') {
    const authenticated = v4.authenticated && v6.authenticated;
    return { ...v4, records: inTurn(v4.records, v6.records), authenticated };
  }
  if (v4.kind === 'found') return v4;
  if (v6.kind === 'found') return v6;
  return v6.kind === 'trouble' ? v6 : v4;
}

/** Asks the servers in turn, beginning with the one that answered last. */
function createAsk({ servers: named, timeoutMs, random }: ResolverOptions) {
  const isNamed = named.length > 0;
  const servers = (isNamed ? named : getServers()).map((text) => parseNameServer(text, isNamed));
  const tries = Math.min(maxTries, Math.max(minTries, servers.length));
  let preferred = 0;

  return async <T>(question: DnsQuestion, read: RecordType<T>['read']): Promise<TimedAnswer<T>> => {
    const first = preferred;
    const failed = new Set<number>();
    for (let turn = 0; turn < tries && failed.size < servers.length; turn += 1) {
      const index = (first + turn) % servers.length;
      const server = servers[index];
      if (server === undefined || failed.has(index)) continue;
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), Math.ceil(timeoutMs / tries));
      const id = random.bytes(2).readUInt16BE();
      const response = await askServer(server, question, { id, signal: abort.signal });
      clearTimeout(timer);
      const timed = response === null ? null : readAnswer(response, question, read);
      if (timed !== null) {
        preferred = index;
        return server.trusted ? timed : withoutProof(timed);
      }
      // Whoever answers that he is in trouble would say so again; silence may be a lost packet.
      if (response !== null) failed.add(index);
    }
    return trouble;
  };
}

function withoutProof<T>({ answer, ttlMs }: TimedAnswer<T>): TimedAnswer<T> {
  return {
    answer: answer.kind === 'found' ? { ...answer, authenticated: false } : answer,
    ttlMs,
  };
}

/** A stub resolver with a cache. One for each process, so that all parts of it share what is known. */
export function createResolver(options: ResolverOptions): Resolver {
  const { clock, timeoutMs, cacheMaxBytes = defaultCacheBytes } = options;
  const ask = createAsk(options);
  const cache = createAnswerCache({ clock, maxBytes: cacheMaxBytes });
  const semaphore = new Semaphore(questionsAtOnce);

  const lookUp = <T>({ type, wantsProof, read }: RecordType<T>, text: string): Promise<DnsAnswer<T>> => {
    const name = text.toLowerCase().replace(/\.$/, '');
    if (!possibleName.test(name)) return Promise.resolve(impossible.answer);
    return cache.remember(`${type} ${name}`, () =>
      answerInTime<TimedAnswer<T>>(
        semaphore
          .run(
            () => ask({ type, name, wantsProof }, read),
            () => trouble,
          )
          .catch(() => trouble),
        timeoutMs,
        trouble,
      ),
    );
  };
  const a = (host: string): Promise<DnsAnswer<string>> => lookUp(recordTypes.a, host);
  const aaaa = (host: string): Promise<DnsAnswer<string>> => lookUp(recordTypes.aaaa, host);

  return {
    mx: (domain) => lookUp(recordTypes.mx, domain),
    a,
    aaaa,
    addresses: async (host) => joinFamilies(...(await Promise.all([a(host), aaaa(host)]))),
    txt: (name) => lookUp(recordTypes.txt, name),
    cname: (name) => lookUp(recordTypes.cname, name),
    ptr: (address) => lookUp(recordTypes.ptr, reverseName(address)),
    tlsa: (name) => lookUp(recordTypes.tlsa, name),
  };
}
