import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import { organisationOf } from '#core/organisation.ts';
import { type DmarcRecord, findDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import { organizationalDomain, walkDmarcTree } from '#protocol/dmarc/walk-dmarc-tree.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { findTlsReportRua, readReportAddresses, type ReportAddress } from '#protocol/reports/report-addresses.ts';

type TextResolver = Pick<Resolver, 'txt'>;

export interface ReportAddressContext {
  readonly resolver: TextResolver;
  readonly domains: DomainDirectory;
}

/** So many get a report at most; RFC 7489 §6.2 asks for two at least. */
const maxAddresses = 3;

/** Nothing is reported to ourselves: what comes to our addresses for reports, or to an alias, would be mail to report on. */
async function isOurs({ domains }: ReportAddressContext, domain: string): Promise<boolean> {
  return domains.find(domain) !== null || (await domains.findProven(domain)) !== null;
}

async function withoutOurs(
  context: ReportAddressContext,
  addresses: readonly ReportAddress[],
): Promise<readonly ReportAddress[]> {
  const ours = await Promise.all(addresses.map(({ domain }) => isOurs(context, domain)));
  return addresses.filter((_, index) => ours[index] === false);
}

/** Null: DNS hides it. */
async function isSameOrganisation(resolver: TextResolver, one: string, other: string): Promise<boolean | null> {
  if (one === other) return true;
  const [first, second] = await Promise.all([walkDmarcTree(resolver, one), walkDmarcTree(resolver, other)]);
  const [a, b] = [organizationalDomain(first), organizationalDomain(second)];
  return a === null || b === null ? null : a === b;
}

const version = /^\s*v\s*=\s*DMARC1\s*(?:;|$)/u;

/**
 * What another organisation says about reports that are to go to it (RFC 9990 §4, RFC 7489 §7.1): none without its record, and to the address that
 * it names instead, as long as that is its own. Null: DNS hides it.
 */
async function confirmElsewhere(
  resolver: TextResolver,
  reported: string,
  wanted: ReportAddress,
): Promise<readonly ReportAddress[] | null> {
  const name = `${reported}._report._dmarc.${wanted.domain}`;
  if (name.length > 253) return [];
  const answer = await resolver.txt(name);
  if (answer.kind === 'trouble') return null;
  const records = (answer.kind === 'found' ? answer.records : []).filter((text) => version.test(text));
  if (records.length === 0) return [];
  const instead = records.flatMap((text) => readReportAddresses(findDmarcRecord([text])?.rua ?? ''));
  if (instead.length === 0) return [wanted];
  return instead.every(({ domain }) => domain === wanted.domain) ? instead : [];
}

async function confirm(
  { resolver }: ReportAddressContext,
  reported: string,
  wanted: ReportAddress,
): Promise<readonly ReportAddress[] | null> {
  const same = await isSameOrganisation(resolver, reported, wanted.domain);
  if (same === null) return null;
  return same ? [wanted] : confirmElsewhere(resolver, reported, wanted);
}

/** Who is to get a report. */
export type Wanted<Facts> =
  | ({ readonly kind: 'wanted'; readonly addresses: readonly ReportAddress[] } & Facts)
  /** Nobody, or nobody who may. */
  | { readonly kind: 'nobody' }
  /** DNS does not say now. */
  | { readonly kind: 'trouble' };

function distinct(addresses: readonly ReportAddress[]): ReportAddress[] {
  return [...new Map(addresses.map((one) => [one.address, one])).values()].slice(0, maxAddresses);
}

/** Who is to get the aggregate report about a policy domain, and the policy as it stands there now. */
export async function findAggregateReaders(
  context: ReportAddressContext,
  domain: string,
): Promise<Wanted<{ readonly record: DmarcRecord }>> {
  const answer = await context.resolver.txt(`_dmarc.${domain}`);
  if (answer.kind === 'trouble') return { kind: 'trouble' };
  const record = answer.kind === 'found' ? findDmarcRecord(answer.records) : null;
  if (record === null || record.rua === undefined || record.psd === 'y') return { kind: 'nobody' };
  // What a stranger names beyond them is not even looked up.
  const named = await withoutOurs(context, readReportAddresses(record.rua).slice(0, maxAddresses));
  const confirmed = await Promise.all(named.map((one) => confirm(context, domain, one)));
  const addresses = await withoutOurs(context, distinct(confirmed.flatMap((one) => one ?? [])));
  if (addresses.length > 0) return { kind: 'wanted', addresses, record };
  // One whose DNS is broken takes the report from nobody else.
  return { kind: confirmed.includes(null) ? 'trouble' : 'nobody' };
}

/**
 * Who is to get the TLS report about a domain (RFC 8460 §3): its own organisation alone. Inboxes stand on domains of one person, too, and
 * no record there shows that whoever else it names wants to hear, or may.
 */
export async function findTlsReaders(context: ReportAddressContext, domain: string): Promise<Wanted<object>> {
  const answer = await context.resolver.txt(`_smtp._tls.${domain}`);
  if (answer.kind === 'trouble') return { kind: 'trouble' };
  const rua = answer.kind === 'found' ? findTlsReportRua(answer.records) : null;
  const named = readReportAddresses(rua ?? '').slice(0, maxAddresses);
  const own = await organisationOf(domain);
  const theirs = await Promise.all(named.map(async (one) => (await organisationOf(one.domain)) === own));
  const addresses = await withoutOurs(
    context,
    named.filter((_, index) => theirs[index]),
  );
  return addresses.length === 0 ? { kind: 'nobody' } : { kind: 'wanted', addresses };
}
