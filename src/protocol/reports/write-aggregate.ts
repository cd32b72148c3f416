/** How mail of one kind was authenticated, and what was done with it. */
export interface AggregateRecord {
  readonly sourceIp: string;
  readonly count: number;
  /** `pass`: it was proven; `none`: it was not, and nothing was done about it. */
  readonly disposition: 'pass' | 'none' | 'quarantine' | 'reject';
  readonly dkim: boolean;
  readonly spf: boolean;
  /** Why less was done than the policy asks for. */
  readonly reason: 'trusted_forwarder' | 'mailing_list' | 'local_policy' | 'policy_test_mode' | null;
  /** A-label. */
  readonly headerFrom: string;
  readonly dkimResults: readonly { readonly domain: string; readonly selector: string; readonly result: string }[];
  readonly spfResult: { readonly domain: string; readonly result: string } | null;
}

/** The policy as it is published (RFC 9989 §4.7). */
export interface PublishedPolicy {
  /** Where it is: A-label. */
  readonly domain: string;
  readonly own: string;
  readonly sub: string;
  readonly missing: string;
  readonly strictDkim: boolean;
  readonly strictSpf: boolean;
  readonly testing: boolean;
}

export interface NewAggregate {
  readonly id: string;
  /** Who reports, and whom to ask about it. */
  readonly organisation: string;
  readonly email: string;
  readonly generator: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly policy: PublishedPolicy;
  readonly records: readonly AggregateRecord[];
}

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Nothing that XML cannot hold (XML 1.0, production 2), and no markup. */
function text(value: string): string {
  return value
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '')
    .replaceAll(/[&<>"']/g, (one) => escaped[one] ?? '');
}

function element(name: string, value: string | number): string {
  return `<${name}>${typeof value === 'number' ? value : text(value)}</${name}>`;
}

function group(name: string, ...children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function writePolicy({ domain, own, sub, missing, strictDkim, strictSpf, testing }: PublishedPolicy): string {
  const mode = (strict: boolean): string => (strict ? 's' : 'r');
  return group(
    'policy_published',
    element('domain', domain),
    element('discovery_method', 'treewalk'),
    element('p', own),
    element('sp', sub),
    element('np', missing),
    element('adkim', mode(strictDkim)),
    element('aspf', mode(strictSpf)),
    element('testing', testing ? 'y' : 'n'),
  );
}

function writeRecord(record: AggregateRecord): string {
  const { sourceIp, count, disposition, dkim, spf, reason, headerFrom, dkimResults, spfResult } = record;
  const passed = (is: boolean): string => (is ? 'pass' : 'fail');
  const evaluated = group(
    'policy_evaluated',
    element('disposition', disposition),
    element('dkim', passed(dkim)),
    element('spf', passed(spf)),
    ...(reason === null ? [] : [group('reason', element('type', reason))]),
  );
  const signatures = dkimResults.map(({ domain, selector, result }) =>
    group('dkim', element('domain', domain), element('selector', selector), element('result', result)),
  );
  const sender =
    spfResult === null
      ? []
      : [
          group(
            'spf',
            element('domain', spfResult.domain),
            element('scope', 'mfrom'),
            element('result', spfResult.result),
          ),
        ];
  return group(
    'record',
    group('row', element('source_ip', sourceIp), element('count', count), evaluated),
    group('identifiers', element('header_from', headerFrom)),
    group('auth_results', ...signatures, ...sender),
  );
}

/** Writes an aggregate report of DMARC (RFC 9990 §3.1.1.3, §3.1.1.5, §3.1.1.9): one policy domain, in the order that its schema has. */
export function writeAggregate(report: NewAggregate): string {
  const { id, organisation, email, generator, begin, end, policy, records } = report;
  const metadata = group(
    'report_metadata',
    element('org_name', organisation),
    element('email', email),
    element('report_id', id),
    group('date_range', element('begin', seconds(begin)), element('end', seconds(end))),
    element('generator', generator),
  );
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">`;
  return [
    head,
    element('version', '1.0'),
    metadata,
    writePolicy(policy),
    ...records.map(writeRecord),
    '</feedback>\n',
  ].join('\n');
}
