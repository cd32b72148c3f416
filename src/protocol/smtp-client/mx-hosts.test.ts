import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer } from '#support/dns-server.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { createGuardedDialer } from '#protocol/net/dialer.ts';
import { findMxHosts } from '#protocol/smtp-client/mx-transport.ts';
import { findTlsa } from '#protocol/smtp-client/dane.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

let dns: DnsServer;
let resolver: Resolver;

beforeEach(async () => {
  dns = await startDnsServer({
    'two.example': {
      MX: [
        { preference: 20, exchange: 'B.two.example' },
        { preference: 10, exchange: 'a.two.example' },
        { preference: 20, exchange: 'c.two.example' },
      ],
    },
    'plain.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
    'nomail.example': { MX: [{ preference: 0, exchange: '.' }] },
    'us.example': {
      MX: [
        { preference: 5, exchange: 'better.example' },
        { preference: 10, exchange: 'mx.kauke.example' },
        { preference: 20, exchange: 'worse.example' },
      ],
    },
    'loop.example': { MX: [{ preference: 10, exchange: 'mx.kauke.example' }] },
    'broken.example': 'servfail',
  });
  resolver = resolverOf(dns);
});
afterEach(() => dns.close());

function find(domain: string, fraction: () => number = () => 0) {
  return findMxHosts({
    domain,
    ownHostname: 'mx.kauke.example',
    resolver,
    random: { fraction, bytes: (size) => Buffer.alloc(size), uuid: () => '' },
  });
}

async function namesFor(domain: string, fraction?: () => number): Promise<string[]> {
  const found = await find(domain, fraction);
  return found.kind === 'hosts' ? found.hosts.map(({ host }) => host) : [];
}

describe('findMxHosts', () => {
  it('orders by preference and shuffles equals', async () => {
    expect(await namesFor('two.example')).toEqual(['a.two.example', 'b.two.example', 'c.two.example']);
    let fraction = 1;
    const falling = (): number => (fraction -= 0.1);
    expect(await namesFor('two.example', falling)).toEqual(['a.two.example', 'c.two.example', 'b.two.example']);
  });

  it('takes the domain itself where there is no MX', async () => {
    expect(await find('plain.example')).toEqual({
      kind: 'hosts',
      hosts: [{ host: 'plain.example', preference: 0 }],
      authenticated: true,
    });
  });

  it('tells whether DNS has proven the names', async () => {
    dns.add({ 'signed.example': { MX: [{ preference: 1, exchange: 'mx.signed.example' }], authentic: true } });
    expect(await find('signed.example')).toMatchObject({ authenticated: true });
    expect(await find('two.example')).toMatchObject({ authenticated: false });
  });

  it('refuses a null MX and a domain that does not exist', async () => {
    expect(await find('nomail.example')).toMatchObject({ kind: 'refused', enhanced: '5.1.10' });
    expect(await find('missing.example')).toMatchObject({ kind: 'refused', enhanced: '5.1.2' });
  });

  it('puts off while DNS is in trouble', async () => {
    expect(await find('broken.example')).toMatchObject({ kind: 'deferred' });
  });

  it('keeps only hosts better than ourselves, and refuses when there are none', async () => {
    expect(await namesFor('us.example')).toEqual(['better.example']);
    expect(await find('loop.example')).toMatchObject({ kind: 'refused', enhanced: '5.4.6' });
  });
});

describe('createGuardedDialer', () => {
  it('connects to no address that is not allowed, and names the fault', async () => {
    dns.add({ 'inside.example': { A: ['127.0.0.1', '10.0.0.1'], AAAA: ['::1', '::ffff:127.0.0.1'] } });
    const dial = createGuardedDialer({ resolver, allowAddress: isPublicAddress, timeoutMs: 100 });
    const { signal } = new AbortController();
    await expect(dial('inside.example', 25, signal)).rejects.toMatchObject({ fault: 'forbidden' });
    await expect(dial('missing.example', 25, signal)).rejects.toMatchObject({ fault: 'no-name' });
    await expect(dial('broken.example', 25, signal)).rejects.toMatchObject({ fault: 'dns-trouble' });
  });

  it('tries the next address of a host', async () => {
    const server = createServer((socket) => socket.end());
    server.listen(0, '127.0.0.2');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    dns.add({ 'both.example': { A: ['127.0.0.1', '127.0.0.2'] } });
    const dial = createGuardedDialer({
      resolver,
      allowAddress: (address) => address.startsWith('127.'),
      timeoutMs: 1000,
    });
    const socket = await dial('both.example', port, new AbortController().signal);
    expect(socket.remoteAddress).toBe('127.0.0.2');
    socket.destroy();
    server.close();
  });
});

describe('findTlsa', () => {
  const trouble = { kind: 'trouble' } as const;
  const none = async () => ({ kind: 'none' }) as const;
  const resolver = { addresses: async () => trouble, cname: none, tlsa: none };

  // Whoever drops this one answer would be rid of the records: the address may be told a moment later.
  it('takes a host whose addresses nobody tells for no host without records', async () => {
    expect(await findTlsa(resolver, 'mx.example', 25)).toEqual({ kind: 'hidden' });
    const addresses = async () => ({ kind: 'found', records: ['192.0.2.1'], authenticated: true }) as const;
    expect(await findTlsa({ ...resolver, addresses, tlsa: async () => trouble }, 'mx.example', 25)).toEqual(trouble);
    expect(await findTlsa({ ...resolver, addresses }, 'mx.example', 25)).toEqual({ kind: 'none' });
  });

  it.each([
    [true, { kind: 'found', records: [], base: 'mx.example' }],
    [false, { kind: 'none' }],
  ])('asks under an alias whose end is not signed where it is itself: %s', async (authenticated, expected) => {
    const leadsTo = 'far.example';
    const found = { kind: 'found', records: [leadsTo], authenticated: false, leadsTo } as const;
    const cname = async () => ({ kind: 'found', records: [leadsTo], authenticated }) as const;
    const asked: string[] = [];
    const tlsa = async (name: string) => {
      asked.push(name);
      return { kind: 'found', records: [], authenticated: true } as const;
    };
    const alias = { addresses: async () => found, cname, tlsa };
    expect(await findTlsa(alias, 'mx.example', 25)).toEqual(expected);
    expect(asked).toEqual(authenticated ? ['_25._tcp.mx.example'] : []);
    expect(await findTlsa({ ...alias, cname: async () => trouble }, 'mx.example', 25)).toEqual(trouble);
  });
});
