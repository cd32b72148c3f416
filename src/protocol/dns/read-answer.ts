import type { Answer, DecodedPacket } from 'dns-packet';
import { rcodeOf, rcodes, type DnsQuestion } from '#protocol/dns/ask-server.ts';
import { plainName } from '#protocol/dns/record-types.ts';
import type { DnsAnswer } from '#protocol/dns/resolver.ts';

/** An answer and its TTL: how long it holds. */
export interface TimedAnswer<T> {
  readonly answer: DnsAnswer<T>;
  readonly ttlMs: number;
}

/**
 * One hour for what was found, although zones may say a day or more: the resolver we ask keeps it longer and answers
 * quickly, and after a mistake in DNS is mended nobody should have to restart this program.
 */
const maxTtlMs = 60 * 60_000;
/**
 * For what does not exist, also where the zone does not say (RFC 2308 §5): people add records and try again at once.
 */
const maxNegativeTtlMs = 60_000;
/** So short that a retry by the sender asks anew, long enough that one message's checks ask once. */
const troubleTtlMs = 1000;
/** More records of one name than this are not read. */
const maxRecords = 200;
const maxLinks = 10;

export const trouble = { answer: { kind: 'trouble' }, ttlMs: troubleTtlMs } as const;
/** What cannot be a name cannot exist either. */
export const impossible = { answer: { kind: 'no-name' }, ttlMs: maxNegativeTtlMs } as const;

/** RFC 2181 §8: a TTL with its highest bit set counts as zero. */
function ttlMsOf(answer: Answer): number {
  const seconds = 'ttl' in answer ? (answer.ttl ?? 0) : 0;
  return seconds > 0x7fff_ffff ? 0 : seconds * 1000;
}

function isAt(answer: Answer, name: string): boolean {
  return answer.name.toLowerCase() === name;
}

/** RFC 2308 §3, §5: the SOA's own TTL or its MINIMUM, the smaller one. */
function negativeTtlMs({ authorities = [] }: DecodedPacket): number {
  const soa = authorities.find((answer) => answer.type === 'SOA');
  const minimumMs = soa === undefined ? maxNegativeTtlMs : Math.min(ttlMsOf(soa), (soa.data.minimum ?? 0) * 1000);
  return Math.min(minimumMs, maxNegativeTtlMs);
}

/**
 * The records of the name asked for, or of what its CNAME chain leads to (RFC 1034 §3.6.2); with the links on the way.
 */
function follow(answers: readonly Answer[], question: DnsQuestion): { chain: Answer[]; records: Answer[] } {
  const chain: Answer[] = [];
  let { name } = question;
  // Whoever asks for a link wants no more than that one.
  while (chain.length < maxLinks && question.type !== 'CNAME') {
    const link = answers.find((answer) => answer.type === 'CNAME' && isAt(answer, name));
    if (link?.type !== 'CNAME') break;
    chain.push(link);
    name = link.data.toLowerCase();
  }
  const records = answers.filter((answer) => answer.type === question.type && isAt(answer, name));
  return { chain, records: records.slice(0, maxRecords) };
}

/** What a response says about its question; null when it is the server's trouble (RFC 1035 §4.1.1). */
export function readAnswer<T>(
  response: DecodedPacket,
  question: DnsQuestion,
  read: (answer: Answer) => T | null,
): TimedAnswer<T> | null {
  const rcode = rcodeOf(response);
  if (rcode !== rcodes.ok && rcode !== rcodes.noName) return null;
  const { chain, records } = follow(response.answers ?? [], question);
  // RFC 6604 §3: what does not exist is the end of the chain; a CNAME itself does.
  if (rcode === rcodes.noName && records.length === 0) {
    const kind = chain.length > 0 ? 'none' : 'no-name';
    return { answer: { kind }, ttlMs: negativeTtlMs(response) };
  }
  const values = records.map(read).filter((value) => value !== null);
  if (values.length === 0) return { answer: { kind: 'none' }, ttlMs: negativeTtlMs(response) };
  const ttlMs = Math.min(maxTtlMs, ...[...chain, ...records].map(ttlMsOf));
  const last = chain.at(-1);
  const alias = last?.type === 'CNAME' ? { leadsTo: plainName(last.data) } : {};
  return { answer: { kind: 'found', records: values, authenticated: response.flag_ad, ...alias }, ttlMs };
}
