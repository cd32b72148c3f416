import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createStsPolicies,
  type StsPolicies,
  allowsStsHost,
  parseStsPolicy,
  parseStsRecord,
} from '#protocol/smtp-client/mta-sts.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { enforcePolicy, startStsServer, type StsServer } from '#support/sts-server.ts';

const domain = 'target.example';
const hourMs = 60 * 60_000;

let dns: DnsServer;
let server: StsServer;
let policies: StsPolicies;
/** How often the web has told them something. */
let answers = 0;
let now = 0;

function publish(id: string): void {
  dns.add({ [`_mta-sts.${domain}`]: { TXT: [`v=STSv1; id=${id};`] } });
}

beforeEach(async () => {
  [now, answers] = [0, 0];
  dns = await startDnsServer({ [`mta-sts.${domain}`]: { A: ['127.0.0.1'] } });
  publish('one');
  server = await startStsServer(domain, enforcePolicy('mx.target.example'));
  const clock = { now: () => now };
  const resolver = resolverOf(dns, { clock });
  const ask = server.fetchVia(resolver);
  const fetch: typeof ask = async (request) => {
    const result = await ask(request);
    answers += 1;
    return result;
  };
  policies = createStsPolicies({ resolver, fetch, clock });
});

afterEach(async () => {
  await Promise.all([server.stop(), dns.close()]);
});

describe('createStsPolicies', () => {
  it('fetches a policy once for all messages and keeps it while its id stays', async () => {
    const found = await Promise.all([policies.find(domain), policies.find(domain)]);
    expect(found[0]).toMatchObject({ mode: 'enforce', hosts: ['mx.target.example'] });
    expect(found[1]).toEqual(found[0]);
    now += 11 * hourMs;
    expect(await policies.find(domain)).toEqual(found[0]);
    expect(server.requests).toEqual(['/.well-known/mta-sts.txt']);
  });

  it('keeps a policy that holds when a later request for it throws, and asks no more for a while', async () => {
    let asked = 0;
    const resolver = resolverOf(dns, { clock: { now: () => now } });
    const fetch: ReturnType<StsServer['fetchVia']> = async (request) => {
      asked += 1;
      if (asked > 1) throw new Error('no socket');
      return server.fetchVia(resolver)(request);
    };
    const kept = createStsPolicies({ resolver, fetch, clock: { now: () => now } });
    const first = await kept.find(domain);
    expect(first).toMatchObject({ mode: 'enforce' });
    now += 13 * hourMs;
    expect(await kept.find(domain)).toEqual(first);
    expect(await kept.find(domain)).toEqual(first);
    expect(asked).toBe(2);
  });

  it('asks nobody where DNS names no policy', async () => {
    expect(await policies.find('plain.example')).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it('fetches it again when the id changes', async () => {
    await policies.find(domain);
    server.answer({ body: enforcePolicy('new.target.example') });
    publish('two');
    now += hourMs;
    expect(await policies.find(domain)).toMatchObject({ hosts: ['new.target.example'] });
    expect(server.requests).toHaveLength(2);
  });

  it('holds to a policy while neither DNS nor the web tells a new one, until it is too old', async () => {
    const policy = await policies.find(domain);
    server.answer({ status: 503, body: '' });
    publish('two');
    now += hourMs;
    expect(await policies.find(domain)).toEqual(policy);
    dns.add({ [`_mta-sts.${domain}`]: 'servfail' });
    now += hourMs;
    expect(await policies.find(domain)).toEqual(policy);
    now += 23 * hourMs;
    expect(await policies.find(domain)).toBeNull();
  });

  it.each([
    ['although its id stays', { TXT: [`v=STSv1; id=one;`] }],
    ['although DNS names it no more', 'servfail' as const],
  ])('fetches it again before it is too old, %s, and no message waits for that', async (_name, record) => {
    const policy = await policies.find(domain);
    dns.add({ [`_mta-sts.${domain}`]: record });
    server.answer({ body: enforcePolicy('new.target.example') });
    now += 13 * hourMs;
    expect(await policies.find(domain)).toEqual(policy);
    await expect.poll(() => policies.find(domain)).toMatchObject({ hosts: ['new.target.example'] });
    expect(server.requests).toHaveLength(2);
    // From then on its time begins anew.
    now += 12 * hourMs - 1;
    expect(await policies.find(domain)).toMatchObject({ hosts: ['new.target.example'] });
    expect(server.requests).toHaveLength(2);
  });

  it('asks again seldom where it cannot be refreshed, and keeps it as long as it holds', async () => {
    const policy = await policies.find(domain);
    server.answer({ status: 503, body: '' });
    now += 13 * hourMs;
    expect(await policies.find(domain)).toEqual(policy);
    // While it is under way nobody asks again.
    await expect.poll(() => answers).toBe(2);
    now += hourMs;
    expect(await policies.find(domain)).toEqual(policy);
    await expect.poll(() => server.requests).toHaveLength(3);
    expect(await policies.find(domain)).toEqual(policy);
    expect(server.requests).toHaveLength(3);
  });

  it('goes without one it cannot fetch, and does not ask again for a while', async () => {
    server.answer({ status: 503, body: '' });
    expect(await policies.find(domain)).toBeNull();
    expect(await policies.find(domain)).toBeNull();
    expect(server.requests).toHaveLength(1);
    server.answer({ body: enforcePolicy('mx.target.example') });
    now += hourMs;
    expect(await policies.find(domain)).toMatchObject({ mode: 'enforce' });
  });

  it('lifts a policy whose domain says none', async () => {
    await policies.find(domain);
    server.answer({ body: 'version: STSv1\r\nmode: none\r\nmax_age: 86400\r\n' });
    publish('two');
    now += hourMs;
    expect(await policies.find(domain)).toBeNull();
  });

  it.each([
    ['a redirect', { status: 302, location: 'https://elsewhere.example/', body: enforcePolicy('mx.target.example') }],
    ['a web page', { contentType: 'text/html', body: enforcePolicy('mx.target.example') }],
    ['more than 64 KiB', { body: `${enforcePolicy('mx.target.example')}${'x'.repeat(65 * 1024)}` }],
    ['nonsense', { body: 'hello' }],
  ])('takes %s for no policy', async (_name, answer) => {
    server.answer(answer);
    expect(await policies.find(domain)).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  it('takes the policy from no host with a certificate for another name', async () => {
    dns.add({ '_mta-sts.other.example': { TXT: ['v=STSv1; id=1'] }, 'mta-sts.other.example': { A: ['127.0.0.1'] } });
    expect(await policies.find('other.example')).toBeNull();
    expect(server.requests).toHaveLength(0);
  });
});

describe('parseStsRecord', () => {
  it.each([
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1;id=a'], 'a'],
    [['something else', 'v=STSv1; x=y; id=abc123 ;'], 'abc123'],
    [['v=STSv1; id=one', 'v=STSv1; id=two'], null],
    [['v=STSv1; id='], null],
    [['v=STSv1; id=not-allowed'], null],
    [[`v=STSv1; id=${'a'.repeat(33)}`], null],
    [['id=abc; v=STSv1'], null],
    [[], null],
  ])('reads %j as %j', (records, id) => {
    expect(parseStsRecord(records)).toBe(id);
  });
});

function policyText(...lines: string[]): string {
  return `version: STSv1\r\n${lines.join('\r\n')}\r\n`;
}

describe('parseStsPolicy', () => {
  it('reads a policy with either line end, in any order, and skips what it does not know', () => {
    const policy = { mode: 'enforce', hosts: ['mail.example.com', '*.example.net'], maxAgeSeconds: 604_800 };
    const text = policyText('mode: enforce', 'mx: mail.example.com', 'mx: *.Example.net', 'max_age: 604800');
    expect(parseStsPolicy(text)).toEqual(policy);
    expect(parseStsPolicy(text.replaceAll('\r\n', '\n'))).toEqual(policy);
    expect(parseStsPolicy(`future: x\n${text}`)).toEqual(policy);
  });

  it('takes the first of a field that stands twice', () => {
    expect(parseStsPolicy(policyText('mode: testing', 'mode: enforce', 'mx: a.example', 'max_age: 1'))?.mode).toBe(
      'testing',
    );
  });

  it('keeps nothing longer than a year', () => {
    expect(parseStsPolicy(policyText('mode: none', 'max_age: 9999999999'))?.maxAgeSeconds).toBe(31_557_600);
  });

  it.each([
    ['another version', 'version: STSv2\nmode: enforce\nmx: a.example\nmax_age: 1'],
    ['no version', 'mode: enforce\nmx: a.example\nmax_age: 1'],
    ['an unknown mode', policyText('mode: strict', 'mx: a.example', 'max_age: 1')],
    ['no host', policyText('mode: enforce', 'max_age: 1')],
    ['a host that is none', policyText('mode: enforce', 'mx: a.*.example', 'max_age: 1')],
    ['an age that is no number', policyText('mode: enforce', 'mx: a.example', 'max_age: -1')],
    ['endless hosts', policyText('mode: enforce', ...Array.from({ length: 201 }, () => 'mx: a.example'), 'max_age: 1')],
    ['a web page', '<!doctype html><html></html>'],
  ])('refuses %s', (_name, text) => {
    expect(parseStsPolicy(text)).toBeNull();
  });
});

describe('allowsStsHost', () => {
  const policy = { mode: 'enforce', hosts: ['mx.example.com', '*.example.net'], maxAgeSeconds: 1 } as const;

  it.each([
    ['mx.example.com', true],
    ['other.example.com', false],
    ['a.example.net', true],
    ['a.b.example.net', false],
    ['example.net', false],
    ['xexample.net', false],
  ])('says of %s: %s', (host, allowed) => {
    expect(allowsStsHost(policy, host)).toBe(allowed);
  });
});
