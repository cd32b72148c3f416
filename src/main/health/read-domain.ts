import type { Config } from '#config/config.ts';
import type { RecordState } from '#contract/operator.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { dkimRecords, type DnsRecord } from '#core/domains/domain-records.ts';
import { findSenders } from '#main/health/find-senders.ts';
import { parseKeyRecord } from '#protocol/dkim/dkim-keys.ts';
import { isDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import type { DnsAnswer, MxRecord, Resolver } from '#protocol/dns/resolver.ts';
import { parseStsRecord } from '#protocol/smtp-client/mta-sts.ts';
import { checkSpf, type SpfResult } from '#protocol/spf/check-spf.ts';
import { isSpfRecord } from '#protocol/spf/spf-record.ts';

export interface DomainSources {
  readonly config: Pick<Config, 'mailHostname' | 'sendFrom' | 'delivery'>;
  readonly resolver: Resolver;
  /** Mail hosts of our other nodes. */
  readonly hosts: readonly string[];
}

export interface MxFacts {
  readonly state: RecordState;
  readonly exchanges: readonly string[];
  /** Ours is there, but mail goes to these before it, or as soon, and so never comes here. */
  readonly foreign: readonly MxRecord[];
}

export interface SpfFacts {
  readonly state: RecordState;
  /** All that stand there where more than one does: then none counts (RFC 7208 §3.2). */
  readonly several: readonly string[];
  /** What receivers find for an address that our mail comes from; null: none is known, or a smarthost sends. */
  readonly seen: { readonly address: string; readonly result: SpfResult } | null;
}

export interface KeyFacts {
  readonly record: DnsRecord;
  readonly state: RecordState;
  /** Our key is among what stands there. */
  readonly isThere: boolean;
  /** What stands at its selector beside our key, or in its place: then each receiver takes the one it likes (RFC 6376 §3.6.2.2). */
  readonly beside: readonly string[];
}

/** A record of which a name has one. */
export interface OneFacts {
  readonly state: RecordState;
  /** All that stand there where more than one does. */
  readonly several: readonly string[];
}

/** What DNS says of one of our domains, for whoever looks: `doctor`, the running program and the operator's page. */
interface DomainFacts {
  readonly mx: MxFacts;
  readonly spf: SpfFacts;
  /** Each key that signs now must stand there: receivers check the one they like. */
  readonly dkim: readonly KeyFacts[];
  readonly dmarc: OneFacts;
  readonly mtaSts: RecordState;
}

function recordsOf<T>(answer: DnsAnswer<T>): readonly T[] {
  return answer.kind === 'found' ? answer.records : [];
}

function isThere(answer: DnsAnswer<string>, finds: (texts: readonly string[]) => boolean): RecordState {
  if (answer.kind === 'trouble') return 'unknown';
  return finds(recordsOf(answer)) ? 'ok' : 'missing';
}

/** The records that `claims` calls what is looked for: the only one counts, and of several none. */
export function readOne(answer: DnsAnswer<string>, claims: (text: string) => boolean): OneFacts {
  if (answer.kind === 'trouble') return { state: 'unknown', several: [] };
  const found = recordsOf(answer).filter((text) => claims(text));
  if (found.length > 1) return { state: 'other', several: found };
  return { state: found.length === 0 ? 'missing' : 'ok', several: [] };
}

export async function readMx(
  { config: { mailHostname: own }, resolver, hosts }: DomainSources,
  name: string,
): Promise<MxFacts> {
  const answer = await resolver.mx(name);
  const records = recordsOf(answer);
  const exchanges = records.map(({ exchange }) => exchange);
  if (answer.kind === 'trouble') return { state: 'unknown', exchanges, foreign: [] };
  if (!exchanges.includes(own)) return { state: records.length === 0 ? 'missing' : 'other', exchanges, foreign: [] };
  const isOurs = ({ exchange }: MxRecord): boolean => exchange === own || hosts.includes(exchange);
  const best = Math.min(...records.filter(isOurs).map(({ preference }) => preference));
  const foreign = records.filter((record) => !isOurs(record) && record.preference <= best);
  return { state: foreign.length === 0 ? 'ok' : 'other', exchanges, foreign };
}

function spfState(result: SpfResult): RecordState {
  if (result === 'none') return 'missing';
  if (result === 'temperror') return 'unknown';
  return result === 'pass' ? 'ok' : 'other';
}

async function readSpf({ config, resolver }: DomainSources, name: string): Promise<SpfFacts> {
  const published = readOne(await resolver.txt(name), isSpfRecord);
  if (config.delivery === 'smarthost' || published.several.length > 0) return { ...published, seen: null };
  let seen: SpfFacts['seen'] = null;
  for (const { address, helo } of await findSenders(resolver, config)) {
    const { result } = await checkSpf({ resolver }, { address, helo, reversePath: `postmaster@${name}` });
    seen = { address, result };
    if (result !== 'pass') break;
  }
  return { state: seen === null ? 'unknown' : spfState(seen.result), several: [], seen };
}

/** Whether DNS shows the key of a record of ours. */
export async function readKey(resolver: Pick<Resolver, 'txt'>, record: DnsRecord): Promise<KeyFacts> {
  const own = parseKeyRecord(record.value);
  const answer = await resolver.txt(record.name);
  if (answer.kind === 'trouble') return { record, state: 'unknown', isThere: false, beside: [] };
  const texts = recordsOf(answer);
  const isOwn = (text: string): boolean => {
    const key = parseKeyRecord(text);
    return typeof key === 'object' && typeof own === 'object' && key.key.equals(own.key);
  };
  if (texts.length === 0) return { record, state: 'missing', isThere: false, beside: [] };
  const ours = texts.findIndex(isOwn);
  const isThere = ours !== -1;
  const beside = isThere ? texts.toSpliced(ours, 1) : texts;
  return { record, state: beside.length > 0 ? 'other' : 'ok', isThere, beside };
}

export async function readDomain(sources: DomainSources, domain: MailDomain): Promise<DomainFacts> {
  const { resolver } = sources;
  const { name } = domain;
  const [mx, spf, dkim, dmarc, sts] = await Promise.all([
    readMx(sources, name),
    readSpf(sources, name),
    Promise.all(dkimRecords(name, domain).map((record) => readKey(resolver, record))),
    resolver.txt(`_dmarc.${name}`),
    resolver.txt(`_mta-sts.${name}`),
  ]);
  return {
    mx,
    spf,
    dkim,
    dmarc: readOne(dmarc, isDmarcRecord),
    mtaSts: isThere(sts, (texts) => parseStsRecord(texts) !== null),
  };
}
