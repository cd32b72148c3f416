import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDnsServer } from '#support/dns-server.ts';
import type { DnsServer } from '#support/dns-server.ts';
import { createGuardedDialer } from '#mail/deliver/dialer.ts';
import { findMxHosts } from '#mail/deliver/find-mx-hosts.ts';
import { isPublicAddress } from '#mail/deliver/public-address.ts';
import { createResolver } from '#mail/deliver/resolver.ts';
import type { Resolver } from '#mail/deliver/resolver.ts';

let dns: DnsServer;
let resolver: Resolver;
let now = 0;

beforeEach(async () => {
  now = 0;
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
    'silent.example': 'silence',
    'alias.example': { CNAME: 'plain.example' },
  });
  resolver = createResolver({ servers: [dns.address], timeoutMs: 300, clock: { now: () => now } });
});
afterEach(() => dns.close());

const hosts = (domain: string, fraction: () => number = () => 0) =>
  findMxHosts({
    domain,
    ownHostname: 'mx.kauke.example',
    resolver,
    random: { fraction, bytes: (size) => Buffer.alloc(size), uuid: () => '' },
  });

describe('createResolver', () => {
  it('finds addresses of both families, through an alias too', async () => {
    const records = ['192.0.2.1', '2001:db8::1'];
    expect(await resolver.addresses('plain.example')).toEqual({ kind: 'found', records });
    expect(await resolver.addresses('alias.example')).toEqual({ kind: 'found', records });
  });

  it('tells no records, no name and trouble apart', async () => {
    expect(await resolver.mx('plain.example')).toEqual({ kind: 'none' });
    expect(await resolver.mx('missing.example')).toEqual({ kind: 'no-name' });
    expect(await resolver.mx('broken.example')).toEqual({ kind: 'trouble' });
    expect(await resolver.mx('silent.example')).toEqual({ kind: 'trouble' });
    expect(await resolver.mx('a..b')).toEqual({ kind: 'no-name' });
  });

  it('asks once until the answer is too old, and never remembers trouble', async () => {
    await Promise.all([resolver.addresses('plain.example'), resolver.addresses('plain.example')]);
    now = 59_000;
    await resolver.addresses('plain.example');
    expect(dns.questions).toEqual(['A plain.example', 'AAAA plain.example']);
    now = 60_000;
    await resolver.addresses('plain.example');
    expect(dns.questions).toHaveLength(4);
    await resolver.mx('broken.example');
    dns.add({ 'broken.example': { MX: [{ preference: 1, exchange: 'x.example' }] } });
    expect((await resolver.mx('broken.example')).kind).toBe('found');
  });
});

describe('findMxHosts', () => {
  it('orders by preference and shuffles equals', async () => {
    expect(await hosts('two.example')).toEqual({
      kind: 'hosts',
      hosts: ['a.two.example', 'b.two.example', 'c.two.example'],
    });
    let fraction = 1;
    const falling = (): number => (fraction -= 0.1);
    expect(await hosts('two.example', falling)).toEqual({
      kind: 'hosts',
      hosts: ['a.two.example', 'c.two.example', 'b.two.example'],
    });
  });

  it('takes the domain itself where there is no MX', async () => {
    expect(await hosts('plain.example')).toEqual({ kind: 'hosts', hosts: ['plain.example'] });
  });

  it('refuses a null MX and a domain that does not exist', async () => {
    expect(await hosts('nomail.example')).toMatchObject({ kind: 'refused', enhanced: '5.1.10' });
    expect(await hosts('missing.example')).toMatchObject({ kind: 'refused', enhanced: '5.1.2' });
  });

  it('puts off while DNS is in trouble', async () => {
    expect(await hosts('broken.example')).toMatchObject({ kind: 'deferred' });
  });

  it('keeps only hosts better than ourselves, and refuses when there are none', async () => {
    expect(await hosts('us.example')).toEqual({ kind: 'hosts', hosts: ['better.example'] });
    expect(await hosts('loop.example')).toMatchObject({ kind: 'refused', enhanced: '5.4.6' });
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
