import fc from 'fast-check';
import { spf } from 'mailauth/lib/spf/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSpf } from '#protocol/spf/check-spf.ts';
import { createOracleResolver } from '#support/dns-oracle.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';

const zone: DnsZone = {
  'a.example': { A: ['192.0.2.1', '192.0.2.130'], AAAA: ['2001:db8::1'] },
  'b.example': { A: ['198.51.100.1'] },
  'six.example': { AAAA: ['2001:db8:1::1'] },
  'mx1.example': {
    MX: [
      { preference: 1, exchange: 'a.example' },
      { preference: 2, exchange: 'b.example' },
    ],
  },
  'mx2.example': { MX: [{ preference: 1, exchange: 'six.example' }] },
  'mx3.example': { MX: [{ preference: 1, exchange: 'void.example' }] },
  'alias.example': { CNAME: 'a.example' },
  'pass.example': { TXT: ['v=spf1 +all'] },
  'fail.example': { TXT: ['v=spf1 -all'] },
  'soft.example': { TXT: ['v=spf1 ip4:192.0.2.0/25 ~all'] },
  'neutral.example': { TXT: ['v=spf1 ip4:192.0.2.0/25'] },
  'bad.example': { TXT: ['v=spf1 nonsense -all'] },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'text.example': { TXT: ['something else'] },
  'redirected.example': { TXT: ['v=spf1 redirect=soft.example'] },
  'nested.example': { TXT: ['v=spf1 include:soft.example include:neutral.example a:a.example -all'] },
  'broken.example': 'servfail',
  'joe.list.example': { A: ['127.0.0.2'] },
  '1.2.0.192.in-addr.arpa': { PTR: ['a.example', 'b.example'] },
  '1.100.51.198.in-addr.arpa': { PTR: ['b.example'] },
};

const names = Object.keys(zone)
  .filter((name) => !name.endsWith('arpa') && name !== 'joe.list.example')
  .concat('void.example', 'x.void.example', '%{d}', '%{o}', '%{l}.list.example', '%{d1r}.example', '%{p}');
const name = fc.constantFrom(...names);
const bits = fc.constantFrom('', '', '', '/0', '/24', '/25', '/32', '/33', '//64', '/24//64', '//129', '/024');
const optionalName = fc.oneof(
  fc.constant(''),
  name.map((text) => `:${text}`),
);
const mechanism = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('a', 'mx', 'A'), optionalName, bits).map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('include:', 'exists:', 'ptr:'), name).map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'ip4:192.0.2.0/24',
      'ip4:192.0.2.1',
      'ip4:198.51.100.0/31',
      'ip4:192.0.2.1/33',
      'ip4:192.0.2',
      'ip6:2001:db8::/32',
      'ip6:2001:db8::1',
      'ip6:::/0',
      'ip6:192.0.2.1',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('all', 'ptr', 'include', 'all:x', 'nonsense', 'exists:%{z}.example', 'a:-') },
);
const directive = fc.tuple(fc.constantFrom('', '+', '-', '~', '?'), mechanism).map((parts) => parts.join(''));
const modifier = fc.oneof(
  name.map((text) => `redirect=${text}`),
  fc.constantFrom('exp=why.example', 'new=anything', 'new=%{c}', 'new=%', 'redirect='),
);
const record = fc
  .array(fc.oneof({ weight: 5, arbitrary: directive }, { weight: 1, arbitrary: modifier }), { maxLength: 6 })
  .map((terms) => ['v=spf1', ...terms].join(' '));
const client = fc.record({
  address: fc.constantFrom('192.0.2.1', '192.0.2.130', '198.51.100.1', '203.0.113.1', '2001:db8::1', '2001:db8:1::1'),
  helo: fc.constantFrom('a.example', 'mail.example'),
  reversePath: fc.constantFrom('joe@sender.example', 'joe-x@sender.example', ''),
});

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer(zone);
});
afterAll(() => dns.close());

describe('checkSpf and mailauth', () => {
  it('agree on generated records, senders and clients', async () => {
    const results = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(record, client, async (text, { address, helo, reversePath }) => {
        const own = { 'sender.example': { TXT: [text], A: ['192.0.2.1'] }, 'mail.example': { TXT: [text] } };
        dns.add(own);
        const resolver = resolverOf(dns, { timeoutMs: 3000 });
        const ours = await checkSpf({ resolver }, { address, helo, reversePath });
        const theirs = await spf({
          sender: reversePath,
          ip: address,
          helo,
          mta: 'mx.relay.example',
          resolver: createOracleResolver({ ...zone, ...own }),
          strict: true,
        });
        results.set(ours.result, (results.get(ours.result) ?? 0) + 1);
        expect(ours.result).toBe(theirs.status.result);
      }),
      { numRuns: 400, seed: 7208 },
    );
    // The table reaches every result.
    expect([...results.keys()].toSorted()).toEqual([
      'fail',
      'neutral',
      'none',
      'pass',
      'permerror',
      'softfail',
      'temperror',
    ]);
  });
});
