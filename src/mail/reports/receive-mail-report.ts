import {
  type Counted,
  countReport,
  type DmarcSums,
  type ReportName,
  type TlsSums,
} from '#core/mail-reports/count-reports.ts';
import { organisationOf } from '#core/organisation.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import { openReport } from '#mail/reports/open-report.ts';
import type { MailReportsContext } from '#mail/reports/reports-context.ts';
import type { MailReportOutcome } from '#platform/metrics.ts';
import { addressOctets, unmapAddress } from '#platform/ip.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { type AggregateRow, readAggregate } from '#protocol/reports/read-aggregate.ts';
import { readTlsReport, type TlsPolicyReport } from '#protocol/reports/read-tls-report.ts';

type Authored = Pick<VerifiedMessage, 'message' | 'author' | 'authentication'>;

/** A shared domain, or a proven one of an account. */
async function findOurs({ domains }: MailReportsContext, name: string): Promise<string | null> {
  return (domains.find(name) ?? (await domains.findProven(name)))?.id ?? null;
}

/** Who reports; null: nobody vouches for it, or it is written here. */
async function findReporter(context: MailReportsContext, { author }: Authored): Promise<string | null> {
  const domain = splitAddress(author.address).domain.toLowerCase();
  const reporter = await organisationOf(domain);
  const isOurs = (await findOurs(context, domain)) ?? (await findOurs(context, reporter));
  return isOurs === null ? reporter : null;
}

/** An address in one form, whichever way it is written. */
function canonical(address: string): string | null {
  return addressOctets(unmapAddress(address.trim()))?.join('.') ?? null;
}

/** The addresses that our mail leaves from, as far as the settings and DNS tell. */
async function ownAddresses({ resolver, hosts, addresses }: MailReportsContext): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(hosts.flatMap((host) => [resolver.a(host), resolver.aaaa(host)]));
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  return new Set([...addresses, ...found].flatMap((address) => canonical(address) ?? []));
}

function sumOfRows(rows: readonly AggregateRow[], own: ReadonlySet<string>): DmarcSums {
  const sum = (matches: (row: AggregateRow) => boolean): number =>
    rows.reduce((total, row) => total + (matches(row) ? row.count : 0), 0);
  const isOwn = ({ sourceIp }: AggregateRow): boolean => own.has(canonical(sourceIp) ?? '');
  return {
    messages: sum(() => true),
    passed: sum(({ dkim, spf }) => dkim || spf),
    dkimAligned: sum(({ dkim }) => dkim),
    spfAligned: sum(({ spf }) => spf),
    quarantined: sum(({ disposition }) => disposition === 'quarantine'),
    rejected: sum(({ disposition }) => disposition === 'reject'),
    ownFailed: sum((row) => !row.dkim && !row.spf && isOwn(row)),
  };
}

async function countAggregate(context: MailReportsContext, reporter: string, xml: string): Promise<MailReportOutcome> {
  const report = await readAggregate(xml);
  if (report === null) return 'unreadable';
  const domainId = await findOurs(context, report.domain);
  if (domainId === null) return 'foreign';
  const { id, begin, end } = report;
  const sums = sumOfRows(report.rows, await ownAddresses(context));
  return countReport(context, { kind: 'dmarc', domainId, reporter, id, begin, end }, sums);
}

function sumOfPolicies(policies: readonly TlsPolicyReport[]): TlsSums {
  const failed = (kind: keyof TlsPolicyReport['failed']): number =>
    policies.reduce((total, policy) => total + policy.failed[kind], 0);
  return {
    succeeded: policies.reduce((total, policy) => total + policy.succeeded, 0),
    starttlsFailed: failed('starttls'),
    certificateFailed: failed('certificate'),
    daneFailed: failed('dane'),
    stsFailed: failed('sts'),
    otherFailed: failed('other'),
  };
}

async function countTls(context: MailReportsContext, reporter: string, json: string): Promise<MailReportOutcome> {
  const report = readTlsReport(json);
  if (report === null) return 'unreadable';
  const { id, begin, end } = report;
  const outcomes: Counted[] = [];
  // One domain may stand there under several policies.
  for (const [name, policies] of Map.groupBy(report.policies, ({ domain }) => domain)) {
    const domainId = await findOurs(context, name);
    if (domainId === null) continue;
    const named: ReportName = { kind: 'tls', domainId, reporter, id, begin, end };
    outcomes.push(await countReport(context, named, sumOfPolicies(policies)));
  }
  return outcomes.find((outcome) => outcome === 'counted') ?? outcomes[0] ?? 'foreign';
}

async function readReport(context: MailReportsContext, reporter: string, { message, authentication }: Authored) {
  const opened = await openReport(message);
  if (opened === null) return 'unreadable';
  if (opened.form === 'xml') return countAggregate(context, reporter, opened.text);
  // RFC 8460 §3: without a DKIM signature of its author it must be ignored.
  return authentication.dmarc.dkimAligned === null ? 'unproven' : countTls(context, reporter, opened.text);
}

/**
 * Reads a DMARC or TLS report into the sums of its day, if DMARC proves who wrote it. What is none is forgotten, and
 * nobody hears of it: where a report went wrong, an answer would, too. False: many are read already, it must come again.
 * @throws Error when the database does not answer.
 */
export async function receiveMailReport(context: MailReportsContext, verified: Authored): Promise<boolean> {
  const { limiter, metrics, reading } = context;
  const reporter = verified.authentication.dmarc.result === 'pass' ? await findReporter(context, verified) : null;
  if (reporter === null || !(await limiter.tryTake('mailReportsPerReporter', { text: reporter }))) {
    metrics.mailReport(reporter === null ? 'unproven' : 'too_many');
    return true;
  }
  const release = await reading.acquire({ key: reporter });
  if (release === null) return false;
  try {
    metrics.mailReport(await readReport(context, reporter, verified));
    return true;
  } finally {
    release();
  }
}
