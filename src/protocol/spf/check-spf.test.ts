import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSpf } from '#protocol/spf/check-spf.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';

/** RFC 7208, Appendix A. */
const hosts: DnsZone = {
  'example.com': {
    A: ['192.0.2.10', '192.0.2.11'],
    MX: [
      { preference: 10, exchange: 'mail-a.example.com' },
      { preference: 20, exchange: 'mail-b.example.com' },
    ],
  },
  'amy.example.com': { A: ['192.0.2.65'] },
  'bob.example.com': { A: ['192.0.2.66'] },
  'mail-a.example.com': { A: ['192.0.2.129'] },
  'mail-b.example.com': { A: ['192.0.2.130'] },
  'www.example.com': { CNAME: 'example.com' },
  'example.org': { MX: [{ preference: 10, exchange: 'mail-c.example.org' }] },
  'mail-c.example.org': { A: ['192.0.2.140'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
  '11.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
  '65.2.0.192.in-addr.arpa': { PTR: ['amy.example.com'] },
  '66.2.0.192.in-addr.arpa': { PTR: ['bob.example.com'] },
  '129.2.0.192.in-addr.arpa': { PTR: ['mail-a.example.com'] },
  '130.2.0.192.in-addr.arpa': { PTR: ['mail-b.example.com'] },
  '140.2.0.192.in-addr.arpa': { PTR: ['mail-c.example.org'] },
  '4.0.0.10.in-addr.arpa': { PTR: ['bob.example.com'] },
  'example.net': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
  'mary.mobile-users._spf.example.com': { A: ['127.0.0.2'] },
  'fred.mobile-users._spf.example.com': { A: ['127.0.0.2'] },
  '15.15.168.192.joel.remote-users._spf.example.com': { A: ['127.0.0.2'] },
  '16.15.168.192.joel.remote-users._spf.example.com': { A: ['127.0.0.2'] },
  'mobile-users._spf.example.com': { TXT: ['v=spf1 exists:%{l1r+}.%{d}'] },
  'remote-users._spf.example.com': { TXT: ['v=spf1 exists:%{ir}.%{l1r+}.%{d}'] },
  'ip4._spf.example.com': { TXT: ['v=spf1 -ip4:192.0.2.0/24 +all'] },
  'ptr._spf.example.com': { TXT: ['v=spf1 -ptr:example.com +all'] },
};

let dns: DnsServer;
/** A new one for each check, so that the zone may change. */
function fresh(timeoutMs = 1000): Resolver {
  return resolverOf(dns, { timeoutMs });
}

beforeAll(async () => {
  dns = await startDnsServer(hosts);
});
afterAll(() => dns.close());

interface Case {
  readonly address?: string;
  readonly sender?: string;
  readonly helo?: string;
}

function check({ address = '192.0.2.10', sender = 'a@example.com', helo = 'mail.example.com' }: Case = {}) {
  return checkSpf({ resolver: fresh() }, { address, helo, reversePath: sender });
}

/** The result for a record of example.com. */
async function resultOf(record: string, given: Case | string = {}): Promise<string> {
  dns.add({ 'example.com': { ...(hosts['example.com'] as object), TXT: [record] } });
  return (await check(typeof given === 'string' ? { address: given } : given)).result;
}

/** Which of some addresses pass. */
async function passing(record: string, addresses: readonly string[]): Promise<string[]> {
  const results = await Promise.all(addresses.map((address) => resultOf(record, address)));
  return addresses.filter((_, index) => results[index] === 'pass');
}

const everyone = ['10', '11', '65', '66', '129', '130', '140'].map((last) => `192.0.2.${last}`).concat('10.0.0.4');
function named(...lasts: number[]): string[] {
  return lasts.map((last) => `192.0.2.${last}`);
}

describe('checkSpf on the examples of RFC 7208, Appendix A', () => {
  it.each([
    ['v=spf1 +all', everyone],
    ['v=spf1 a -all', named(10, 11)],
    ['v=spf1 a:example.org -all', []],
    ['v=spf1 mx -all', named(129, 130)],
    ['v=spf1 mx:example.org -all', named(140)],
    ['v=spf1 mx mx:example.org -all', named(129, 130, 140)],
    ['v=spf1 mx/30 mx:example.org/30 -all', named(129, 130, 140)],
    ['v=spf1 ptr -all', named(10, 11, 65, 66, 129, 130)],
    ['v=spf1 ip4:192.0.2.128/28 -all', named(129, 130, 140)],
    // A.4
    ['v=spf1 -include:ip4._spf.%{d} -include:ptr._spf.%{d} +all', named(10, 11, 65, 66, 129, 130)],
  ])('%s', async (record, addresses) => {
    expect(await passing(record, everyone)).toEqual(addresses);
  });

  it('A.2: several domains share one policy', async () => {
    dns.add({
      'example.com': { ...(hosts['example.com'] as object), TXT: ['v=spf1 a -all'] },
      'shared.example': { TXT: ['v=spf1 include:example.com include:example.net -all'] },
      'la.shared.example': { TXT: ['v=spf1 redirect=shared.example'] },
    });
    for (const sender of ['a@shared.example', 'a@la.shared.example']) {
      expect((await check({ sender })).result).toBe('pass');
      expect((await check({ sender, address: '198.51.100.7' })).result).toBe('pass');
      expect((await check({ sender, address: '203.0.113.1' })).result).toBe('fail');
    }
  });

  it('A.3: lists of users and where they are', async () => {
    const record = 'v=spf1 mx include:mobile-users._spf.%{d} include:remote-users._spf.%{d} -all';
    expect(await resultOf(record, { address: '203.0.113.1', sender: 'mary@example.com' })).toBe('pass');
    expect(await resultOf(record, { address: '203.0.113.1', sender: 'mary+news@example.com' })).toBe('pass');
    expect(await resultOf(record, { address: '192.168.15.15', sender: 'joel@example.com' })).toBe('pass');
    expect(await resultOf(record, { address: '192.168.15.17', sender: 'joel@example.com' })).toBe('fail');
  });
});

describe('checkSpf', () => {
  it('tells the qualifiers apart, and says neutral where nothing matches', async () => {
    expect(await resultOf('v=spf1 -all')).toBe('fail');
    expect(await resultOf('v=spf1 ~all')).toBe('softfail');
    expect(await resultOf('v=spf1 ?all')).toBe('neutral');
    expect(await resultOf('v=spf1')).toBe('neutral');
    expect(await resultOf('V=SPF1 A -ALL')).toBe('pass');
  });

  it('checks the HELO name where the reverse-path is null', async () => {
    dns.add({ 'mail.helo.example': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] } });
    expect(await check({ sender: '', helo: 'Mail.Helo.Example' })).toEqual({
      result: 'pass',
      domain: 'mail.helo.example',
      scope: 'helo',
    });
    expect(await check({ sender: '', helo: '[192.0.2.10]' })).toEqual({ result: 'none', domain: null, scope: 'helo' });
    expect(await check({ sender: '', helo: 'localhost' })).toEqual({ result: 'none', domain: null, scope: 'helo' });
  });

  it('finds nothing without a record, and an error with two', async () => {
    dns.add({
      'none.example': { TXT: ['v=spf10 -all', 'something else'] },
      'two.example': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
    });
    expect((await check({ sender: 'a@none.example' })).result).toBe('none');
    expect((await check({ sender: 'a@missing.example' })).result).toBe('none');
    expect(await check({ sender: 'a@two.example' })).toEqual({
      result: 'permerror',
      domain: 'two.example',
      scope: 'mailfrom',
    });
  });

  it('takes IPv6 addresses, and mapped ones as IPv4', async () => {
    dns.add({ 'six.example': { AAAA: ['2001:db8::1'], TXT: ['v=spf1 a//64 -all'] } });
    expect((await check({ sender: 'a@six.example', address: '2001:DB8:0::ffff' })).result).toBe('pass');
    expect((await check({ sender: 'a@six.example', address: '2001:db8:0:1::1' })).result).toBe('fail');
    expect((await check({ sender: 'a@six.example', address: '192.0.2.10' })).result).toBe('fail');
    expect(await resultOf('v=spf1 ip6:2001:db8::/33 -all', '2001:db8:7fff::1')).toBe('pass');
    expect(await resultOf('v=spf1 ip6:2001:db8::/33 -all', '2001:db8:8000::1')).toBe('fail');
    expect(await resultOf('v=spf1 ip4:192.0.2.10 -all', '::ffff:192.0.2.10')).toBe('pass');
    expect(await resultOf('v=spf1 ip6:::ffff:192.0.2.10 -all', '192.0.2.10')).toBe('fail');
  });

  it('gives up for now on DNS trouble, wherever the answer is needed', async () => {
    dns.add({ 'broken.example': 'servfail', 'ptr.example': { TXT: ['v=spf1 ptr -all'] } });
    dns.add({ '99.2.0.192.in-addr.arpa': 'servfail' });
    expect((await check({ sender: 'a@broken.example' })).result).toBe('temperror');
    for (const term of [
      'a:broken.example',
      'include:broken.example',
      'redirect=broken.example',
      'exists:broken.example',
    ]) {
      expect(await resultOf(`v=spf1 ${term}`)).toBe('temperror');
    }
    // RFC 7208 §5.5: trouble with reverse names only means no match.
    expect((await check({ sender: 'a@ptr.example', address: '192.0.2.99' })).result).toBe('fail');
    // What decided before the trouble counts.
    expect(await resultOf('v=spf1 a a:broken.example -all')).toBe('pass');
  });

  it.each([
    'v=spf1 unknown -all',
    'v=spf1 a: -all',
    'v=spf1 a/33 -all',
    'v=spf1 a/08 -all',
    'v=spf1 a//129 -all',
    'v=spf1 ip4:192.0.2 -all',
    'v=spf1 ip4:192.0.2.1/ -all',
    'v=spf1 ip4:2001:db8::1 -all',
    'v=spf1 ip6:192.0.2.1 -all',
    'v=spf1 ip6:2001:db8::1%eth0 -all',
    'v=spf1 all:example.com',
    'v=spf1 include -all',
    'v=spf1 ptr/24 -all',
    'v=spf1 redirect=a.example redirect=b.example',
    'v=spf1 exp=a.example exp=b.example -all',
    'v=spf1 redirect=',
    'v=spf1 x=%{z} -all',
    'v=spf1 --all',
    'v=spf1 \tall',
    'v=spf1 a:é.example -all',
    'v=spf1 exists:%{c}.example.com -all',
  ])('calls %j a permanent error even where a term before it would match', async (record) => {
    expect(await resultOf(record.replace('v=spf1', 'v=spf1 ip4:192.0.2.10'))).toBe('permerror');
  });

  it('reads records of any sensible length', async () => {
    const many = (count: number): string => `v=spf1 ${'ip4:198.51.100.1 '.repeat(count)}a -all`;
    expect(await resultOf(many(280))).toBe('pass');
    expect(await resultOf(many(300))).toBe('permerror');
  });

  it('ignores unknown modifiers and explanations', async () => {
    expect(await resultOf('v=spf1 x-new=%{c}/anything exp=why.example.com a -all  ')).toBe('pass');
    expect(dns.questions).not.toContain('TXT why.example.com');
  });

  it('needs a record where include and redirect lead', async () => {
    expect(await resultOf('v=spf1 include:missing.example +all')).toBe('permerror');
    expect(await resultOf('v=spf1 redirect=missing.example')).toBe('permerror');
    expect(await resultOf('v=spf1 include:amy.example.com +all')).toBe('permerror');
    // Not asked when a mechanism matched before.
    expect(await resultOf('v=spf1 a redirect=missing.example')).toBe('pass');
  });

  it('stops at the eleventh term that needs DNS, through all includes', async () => {
    const chain: DnsZone = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `c${index}.chain.example`,
        { TXT: [`v=spf1 include:c${index + 1}.chain.example -all`] },
      ]),
    );
    dns.add({
      ...chain,
      'c10.chain.example': { TXT: ['v=spf1 ip4:192.0.2.10 -all'] },
      'longer.chain.example': { TXT: ['v=spf1 include:c0.chain.example -all'] },
      'loop.chain.example': { TXT: ['v=spf1 include:loop.chain.example'] },
    });
    expect((await check({ sender: 'a@c0.chain.example' })).result).toBe('pass');
    expect((await check({ sender: 'a@longer.chain.example' })).result).toBe('permerror');
    expect((await check({ sender: 'a@loop.chain.example' })).result).toBe('permerror');
  });

  it('stops at the third look-up that finds nothing', async () => {
    const terms = ['a:void1.example', 'exists:void2.example', 'mx:void3.example'];
    expect(await resultOf(`v=spf1 ${terms.slice(0, 2).join(' ')} +all`)).toBe('pass');
    expect(await resultOf(`v=spf1 ${terms.join(' ')} +all`)).toBe('permerror');
  });

  it('stops at more than ten mail hosts, and looks at ten reverse names only', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ preference: index, exchange: `mx${index}.many.example` }));
    dns.add({
      ...Object.fromEntries(many(11).map(({ exchange }, index) => [exchange, { A: [`198.51.100.${index}`] }])),
      'ten.many.example': { MX: many(10), TXT: ['v=spf1 mx -all'] },
      'eleven.many.example': { MX: many(11), TXT: ['v=spf1 mx -all'] },
      '9.100.51.198.in-addr.arpa': { PTR: many(11).map(({ exchange }) => exchange) },
      '10.100.51.198.in-addr.arpa': { PTR: many(11).map(({ exchange }) => exchange) },
      'reverse.many.example': { TXT: ['v=spf1 ptr:many.example -all'] },
    });
    expect((await check({ sender: 'a@ten.many.example', address: '198.51.100.9' })).result).toBe('pass');
    expect((await check({ sender: 'a@eleven.many.example', address: '198.51.100.0' })).result).toBe('permerror');
    expect((await check({ sender: 'a@reverse.many.example', address: '198.51.100.9' })).result).toBe('pass');
    expect((await check({ sender: 'a@reverse.many.example', address: '198.51.100.10' })).result).toBe('fail');
  });

  it('fills in the proven name of the client', async () => {
    dns.add({ 'amy.example.com.list.example': { A: ['127.0.0.2'] }, 'unknown.list.example': { A: ['127.0.0.2'] } });
    expect(await resultOf('v=spf1 exists:%{p}.list.example -all', '192.0.2.65')).toBe('pass');
    expect(await resultOf('v=spf1 exists:%{p}.list.example -all', '192.0.2.66')).toBe('fail');
    // His reverse name does not lead back to him.
    expect(await resultOf('v=spf1 exists:%{p}.list.example -all', '10.0.0.4')).toBe('pass');
  });

  it('lets a term with a local part beyond ASCII match nothing', async () => {
    dns.add({
      'utf8.example': { TXT: ['v=spf1 include:%{l}.inc.example -exists:%{S}.x.example redirect=%{l}.y.example'] },
      'utf8-more.example': { TXT: ['v=spf1 exists:%{l}.x.example ip4:192.0.2.10 -all'] },
    });
    expect(await check({ sender: 'ž@utf8.example' })).toMatchObject({ result: 'neutral' });
    expect(await check({ sender: 'ž@utf8-more.example' })).toMatchObject({ result: 'pass' });
    expect(await check({ sender: 'a@utf8.example' })).toMatchObject({ result: 'permerror' });
  });
});
