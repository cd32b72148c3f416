import type { ClaimedRows } from '#core/mail-reports/claimed-rows.ts';
import {
  findAggregateReaders,
  findTlsReaders,
  type ReportAddressContext,
} from '#mail/reports/find-report-addresses.ts';
import type { DmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import type { ReportAddress } from '#protocol/reports/report-addresses.ts';
import { type AggregateRecord, writeAggregate } from '#protocol/reports/write-aggregate.ts';
import { writeTlsReport } from '#protocol/reports/write-tls-report.ts';

/** A report as text, and who is to get it. */
export interface WrittenReport {
  readonly text: string;
  readonly addresses: readonly ReportAddress[];
}

/** Who reports, under which number, and on which time. */
export interface Reporter {
  /** Our name. */
  readonly name: string;
  readonly version: string;
  readonly number: string;
  readonly begin: number;
  readonly end: number;
}

const weaker = { reject: 'quarantine', quarantine: 'none' } as const;

/** In a test less is done than is published, which is no choice of ours. Of names below a domain nobody knows which of two policies it was. */
function reasonIn(
  { testing, policies }: Pick<DmarcRecord, 'testing' | 'policies'>,
  domain: string,
  { disposition, headerFrom, reason }: Pick<AggregateRecord, 'disposition' | 'headerFrom' | 'reason'>,
): AggregateRecord['reason'] {
  if (!testing || policies === null || reason !== null) return reason;
  const applied = headerFrom === domain ? [policies.own] : [policies.sub, policies.missing];
  const isWeakened = applied.every((policy) => policy !== 'none' && disposition === weaker[policy]);
  return isWeakened ? 'policy_test_mode' : null;
}

async function writeDmarc(
  context: ReportAddressContext,
  { domain, rows }: ClaimedRows & { readonly kind: 'dmarc' },
  { name, version, number, begin, end }: Reporter,
): Promise<WrittenReport | 'nobody' | 'trouble'> {
  const found = await findAggregateReaders(context, domain);
  if (found.kind !== 'wanted') return found.kind;
  const { record, addresses } = found;
  const { own, sub, missing } = record.policies ?? { own: 'none', sub: 'none', missing: 'none' };
  const records = rows.map((row) => ({ ...row, reason: reasonIn(record, domain, row) }));
  const { strictDkim, strictSpf, testing } = record;
  const policy = { domain, own, sub, missing, strictDkim, strictSpf, testing };
  const by = { organisation: name, email: `postmaster@${name}`, generator: `Kauke ${version}` };
  return { addresses, text: writeAggregate({ ...by, id: `${number}@${name}`, begin, end, policy, records }) };
}

async function writeTls(
  context: ReportAddressContext,
  { domain, rows }: ClaimedRows & { readonly kind: 'tls' },
  { name, number, begin, end }: Reporter,
): Promise<WrittenReport | 'nobody' | 'trouble'> {
  const found = await findTlsReaders(context, domain);
  if (found.kind !== 'wanted') return found.kind;
  const by = { organisation: name, email: `postmaster@${name}`, id: `${number}@${name}` };
  return { addresses: found.addresses, text: writeTlsReport({ ...by, begin, end, domain, sessions: rows }) };
}

/** A report of what was claimed, for whoever asks for it in DNS now. */
export function writeReport(
  context: ReportAddressContext,
  claimed: ClaimedRows,
  reporter: Reporter,
): Promise<WrittenReport | 'nobody' | 'trouble'> {
  return claimed.kind === 'dmarc' ? writeDmarc(context, claimed, reporter) : writeTls(context, claimed, reporter);
}
