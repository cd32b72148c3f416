import { readCount, readDomain, readReportId, readTime } from '#protocol/reports/report-values.ts';

/** What kept sessions from being safe, in kinds (RFC 8460 §4.3). */
export const tlsFailures = ['starttls', 'certificate', 'dane', 'sts', 'other'] as const;
export type TlsFailure = (typeof tlsFailures)[number];

/** Sessions with the mail hosts of one domain under one policy. */
export interface TlsPolicyReport {
  /** A-label in lower case. */
  readonly domain: string;
  readonly succeeded: number;
  /** Sessions that failed, also where nobody says how. */
  readonly failed: Readonly<Record<TlsFailure, number>>;
}

/** What one sender of mail saw of the TLS of its receivers. */
export interface TlsReport {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly policies: readonly TlsPolicyReport[];
}

const maxPolicies = 100;
const maxDetails = 10_000;
/** Octets and brackets are what the parser takes long for: whoever sends 4 MiB of `[` would hold up a second's mail. */
const maxLength = 1024 * 1024;
const maxBrackets = 20_000;

/** What is not named here counts as other. */
const kindOfResult: ReadonlyMap<unknown, TlsFailure> = new Map<unknown, TlsFailure>([
  ['starttls-not-supported', 'starttls'],
  ['certificate-host-mismatch', 'certificate'],
  ['certificate-expired', 'certificate'],
  ['certificate-not-trusted', 'certificate'],
  ['tlsa-invalid', 'dane'],
  ['dnssec-invalid', 'dane'],
  ['dane-required', 'dane'],
  ['sts-policy-fetch-error', 'sts'],
  ['sts-policy-invalid', 'sts'],
  ['sts-webpki-invalid', 'sts'],
]);

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Null: it is no list, or too long a one. What is left out is an empty list. */
function listOf(value: unknown, max: number): readonly unknown[] | null {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.length <= max ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readFailed(details: readonly unknown[], total: number): TlsPolicyReport['failed'] | null {
  const failed = { starttls: 0, certificate: 0, dane: 0, sts: 0, other: 0 };
  for (const detail of details) {
    const fields = fieldsOf(detail);
    const count = readCount(fields['failed-session-count'] ?? 0);
    if (count === null) return null;
    failed[kindOfResult.get(fields['result-type']) ?? 'other'] += count;
  }
  const told = tlsFailures.reduce((sum, kind) => sum + failed[kind], 0);
  return { ...failed, other: failed.other + Math.max(0, total - told) };
}

function readPolicy(value: unknown): TlsPolicyReport | null {
  const { policy, summary, 'failure-details': details } = fieldsOf(value);
  const counts = fieldsOf(summary);
  const domain = readDomain(textOf(fieldsOf(policy)['policy-domain']));
  const succeeded = readCount(counts['total-successful-session-count'] ?? 0);
  const total = readCount(counts['total-failure-session-count'] ?? 0);
  const list = listOf(details, maxDetails);
  const failed = list === null || total === null ? null : readFailed(list, total);
  return domain === null || succeeded === null || failed === null ? null : { domain, succeeded, failed };
}

function isParsable(text: string): boolean {
  if (text.length > maxLength) return false;
  let brackets = 0;
  for (let at = 0; at < text.length && brackets <= maxBrackets; at += 1) {
    const code = text.charCodeAt(at);
    // `[` and `{`
    if (code === 0x5b || code === 0x7b) brackets += 1;
  }
  return brackets <= maxBrackets;
}

function parseJson(text: string): unknown {
  if (!isParsable(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a TLS report (RFC 8460 §4), whatever the mail around it says of it (RFC 8460 §5.6). Null: it is none, or longer than one that a machine made in good faith. Never throws. */
export function readTlsReport(json: string): TlsReport | null {
  const { 'report-id': written, 'date-range': range, policies: list } = fieldsOf(parseJson(json));
  const timeOf = (name: string): number | null => readTime(Date.parse(textOf(fieldsOf(range)[name])));
  const id = readReportId(written);
  const begin = timeOf('start-datetime');
  const end = timeOf('end-datetime');
  const policies = listOf(list, maxPolicies)?.map(readPolicy) ?? [];
  const read = policies.filter((policy) => policy !== null);
  if (id === null || begin === null || end === null || read.length === 0 || read.length < policies.length) return null;
  return { id, begin, end, policies: read };
}
