import { describe, expect, it } from 'vitest';
import { readAggregate } from '#protocol/reports/read-aggregate.ts';
import { readTlsReport } from '#protocol/reports/read-tls-report.ts';

interface RowParts {
  readonly ip?: string;
  readonly count?: string;
  readonly disposition?: string;
  readonly dkim?: string;
  readonly spf?: string;
}

function row({
  ip = '192.0.2.1',
  count = '2',
  disposition = 'none',
  dkim = 'pass',
  spf = 'fail',
}: RowParts = {}): string {
  return `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>
    <disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf>
    <reason><type>forwarded</type><comment>a &lt;b&gt;</comment></reason></policy_evaluated></row>
    <identifiers><header_from>kauke.test</header_from></identifiers>
    <auth_results><dkim><domain>x.example</domain><result>fail</result></dkim></auth_results></record>`;
}

function feedback(rows: string, head: { id?: string; domain?: string; begin?: string; end?: string } = {}): string {
  const { id = 'r-1', domain = 'Kauke.Test.', begin = '1795478400', end = '1795564799' } = head;
  return `<?xml version="1.0"?><feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><version>1.0</version><report_metadata>
    <org_name>A &amp; B</org_name><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${end}</end></date_range></report_metadata>
    <policy_published><domain>${domain}</domain><p>reject</p></policy_published>${rows}</feedback>`;
}

describe('an aggregate report', () => {
  it('says whose policy it is about, when, and what became of how many messages', async () => {
    const rows = row() + row({ ip: '2001:db8::1', count: '1', disposition: 'reject', dkim: 'fail' });
    expect(await readAggregate(feedback(rows))).toEqual({
      id: 'r-1',
      domain: 'kauke.test',
      begin: 1_795_478_400_000,
      end: 1_795_564_799_000,
      rows: [
        { sourceIp: '192.0.2.1', count: 2, disposition: 'none', dkim: true, spf: false },
        { sourceIp: '2001:db8::1', count: 1, disposition: 'reject', dkim: false, spf: false },
      ],
    });
    expect((await readAggregate(feedback(row({ disposition: 'pass' }))))?.rows[0]?.disposition).toBe('none');
  });

  it.each([
    ['without an id', feedback(row(), { id: '' })],
    ['about no domain', feedback(row(), { domain: 'a b' })],
    ['about a name that is too long', feedback(row(), { domain: `${'a'.repeat(70)}.example` })],
    ['without a day', feedback(row(), { begin: 'yesterday' })],
    ['of no time that can be', feedback(row(), { end: '999999999999' })],
    ['with a count below nothing', feedback(row({ count: '-1' }))],
    ['with a count beyond all measure', feedback(row({ count: '999999999999' }))],
    ['with a fate that there is not', feedback(row({ disposition: 'eaten' }))],
    ['with too many records', feedback(row({}).repeat(20_001))],
    ['that is cut off', feedback(row()).slice(0, -20)],
    ['that is something else', '<html><body>Hello</body></html>'],
  ])('%s is none', async (_name, xml) => {
    expect(await readAggregate(xml)).toBeNull();
  });
});

const tls = {
  'organization-name': 'Sender',
  'date-range': { 'start-datetime': '2026-11-23T00:00:00Z', 'end-datetime': '2026-11-23T23:59:59Z' },
  'report-id': 't-1',
  policies: [
    {
      policy: { 'policy-type': 'sts', 'policy-domain': 'kauke.test' },
      summary: { 'total-successful-session-count': 10, 'total-failure-session-count': 6 },
      'failure-details': [
        { 'result-type': 'certificate-expired', 'failed-session-count': 2 },
        { 'result-type': 'sts-policy-fetch-error', 'failed-session-count': 1 },
        { 'result-type': '__proto__', 'failed-session-count': 1 },
      ],
    },
  ],
};

describe('a TLS report', () => {
  it('says how many sessions there were, and what kept others from being safe', () => {
    expect(readTlsReport(JSON.stringify(tls))).toEqual({
      id: 't-1',
      begin: Date.UTC(2026, 10, 23),
      end: Date.UTC(2026, 10, 23, 23, 59, 59),
      policies: [
        { domain: 'kauke.test', succeeded: 10, failed: { starttls: 0, certificate: 2, dane: 0, sts: 1, other: 3 } },
      ],
    });
  });

  const [policy] = tls.policies;
  it.each([
    ['that is no JSON', '{'],
    ['that nests without end', '['.repeat(100_000)],
    ['of nothing', 'null'],
    ['without an id', JSON.stringify({ ...tls, 'report-id': 7 })],
    ['without a day', JSON.stringify({ ...tls, 'date-range': null })],
    ['about nothing', JSON.stringify({ ...tls, policies: [] })],
    ['about too much', JSON.stringify({ ...tls, policies: Array.from({ length: 101 }, () => policy) })],
    [
      'with half a session',
      JSON.stringify({ ...tls, policies: [{ ...policy, summary: { 'total-failure-session-count': 0.5 } }] }),
    ],
    ['about no domain', JSON.stringify({ ...tls, policies: [{ ...policy, policy: { 'policy-domain': 1 } }] })],
    ['of a list that is none', JSON.stringify({ ...tls, policies: [{ ...policy, 'failure-details': 'x' }] })],
  ])('%s is none', (_name, json) => {
    expect(readTlsReport(json)).toBeNull();
  });
});

describe('a report that somebody made to take long', () => {
  const octets = 4 * 1024 * 1024;
  const full = (unit: string): string => unit.repeat(Math.floor(octets / unit.length));
  const ofEntities = `<b>${'&amp;'.repeat(1_900)}</b>`;
  it.each([
    ['entities', () => readAggregate(`<feedback>${full('&amp;')}`)],
    ['entities in many elements', () => readAggregate(`<feedback>${full(ofEntities)}`)],
    ['comments', () => readAggregate(`<feedback>${full('<!---->')}`)],
    ['elements', () => readAggregate(`<feedback>${full('<a/>')}`)],
    ['brackets', () => readTlsReport(`{"policies":${full('[')}`)],
    ['empty objects', () => readTlsReport(`{"policies":[${full('{},')}{}]}`)],
    ['names', () => readTlsReport(`{${full('"n":1,')}"m":1}`)],
  ])('of 4 MiB of %s is read or refused', async (_name, attack) => {
    expect(await attack()).toBeNull();
  });
});
