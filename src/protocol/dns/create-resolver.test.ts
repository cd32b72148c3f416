import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResolverOptions } from '#protocol/dns/create-resolver.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';

const hourMs = 3_600_000;

let dns: DnsServer;
let resolver: Resolver;
let now = 0;

function create(options: Partial<ResolverOptions> = {}): Resolver {
  return resolverOf(dns, { timeoutMs: 600, clock: { now: () => now }, ...options });
}

beforeEach(async () => {
  now = 0;
  dns = await startDnsServer({
    'plain.example': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
    'broken.example': 'servfail',
    'silent.example': 'silence',
    'alias.example': { CNAME: 'plain.example' },
  });
  resolver = create();
});
afterEach(() => dns.close());

function found(records: unknown[], authenticated = false) {
  return { kind: 'found', records, authenticated };
}

/** A port of 127.0.0.1 where nobody answers, for the length of the test. */
async function silentServer(): Promise<{ address: string; close: () => void }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

describe('createResolver', () => {
  it('finds addresses of both families, through an alias and in any case too', async () => {
    const records = ['192.0.2.1', '2001:db8::1'];
    expect(await resolver.addresses('plain.example')).toEqual(found(records));
    expect(await resolver.addresses('alias.example')).toEqual({ ...found(records), leadsTo: 'plain.example' });
    expect(await resolver.addresses('PLAIN.example.')).toEqual(found(records));
    expect(await resolver.a('plain.example')).toEqual(found(['192.0.2.1']));
    expect(await resolver.aaaa('plain.example')).toEqual(found(['2001:db8::1']));
  });

  it('reads MX, TXT, PTR and TLSA records', async () => {
    const long = 'x'.repeat(600);
    const tlsa = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('abcd', 'hex') };
    dns.add({
      'all.example': { MX: [{ preference: 10, exchange: 'MX.all.example' }], TXT: ['one', long] },
      '_25._tcp.mx.example': { TLSA: [tlsa] },
      '1.2.0.192.in-addr.arpa': { PTR: ['Mail.example'] },
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': { PTR: ['six.example'] },
    });
    expect(await resolver.mx('all.example')).toEqual(found([{ exchange: 'mx.all.example', preference: 10 }]));
    expect(await resolver.txt('all.example')).toEqual(found(['one', long]));
    expect(await resolver.ptr('192.0.2.1')).toEqual(found(['mail.example']));
    expect(await resolver.ptr('2001:db8::1')).toEqual(found(['six.example']));
    expect(await resolver.tlsa('_25._tcp.mx.example')).toEqual(
      found([{ usage: 3, selector: 1, matchingType: 1, data: Buffer.from('abcd', 'hex') }]),
    );
  });

  it('tells no records, no name and trouble apart', async () => {
    expect(await resolver.mx('plain.example')).toEqual({ kind: 'none' });
    expect(await resolver.mx('missing.example')).toEqual({ kind: 'no-name' });
    expect(await resolver.mx('broken.example')).toEqual({ kind: 'trouble' });
    expect(await resolver.mx('silent.example')).toEqual({ kind: 'trouble' });
  });

  it('takes an alias that leads nowhere for a name without records', async () => {
    dns.add({ 'dangling.example': { CNAME: 'gone.example' } });
    expect(await resolver.a('dangling.example')).toEqual({ kind: 'none' });
  });

  it('knows without asking that what cannot be a name does not exist', async () => {
    for (const name of ['a..b', '', `${'x'.repeat(64)}.example`, 'x.'.repeat(128), 'ü.example', 'a b.example']) {
      expect(await resolver.mx(name)).toEqual({ kind: 'no-name' });
    }
    expect(await resolver.ptr('no address')).toEqual({ kind: 'no-name' });
    expect(dns.questions).toEqual([]);
  });

  it('asks equal questions once, and again when the answer is too old', async () => {
    await Promise.all([resolver.a('plain.example'), resolver.a('plain.example')]);
    now = 59_999;
    await resolver.a('plain.example');
    expect(dns.questions).toEqual(['A plain.example']);
    now = 60_000;
    await resolver.a('plain.example');
    expect(dns.questions).toHaveLength(2);
  });

  it('keeps an answer for its TTL, the shortest on the way, and for an hour at most', async () => {
    dns.add({
      'brief.example': { A: ['192.0.2.2'], ttl: 5 },
      'long.example': { CNAME: 'brief.example', ttl: 600 },
      'day.example': { A: ['192.0.2.3'], ttl: 86_400 },
      'odd.example': { A: ['192.0.2.4'], ttl: 0xffff_ffff },
    });
    const names = ['brief.example', 'long.example', 'day.example', 'odd.example'];
    const askedAgainAt = async (ms: number): Promise<string[]> => {
      const before = dns.questions.length;
      now = ms;
      for (const name of names) await resolver.a(name);
      return dns.questions.slice(before).map((question) => question.slice(2));
    };
    expect(await askedAgainAt(0)).toEqual(names);
    expect(await askedAgainAt(1)).toEqual(['odd.example']);
    expect(await askedAgainAt(5000)).toEqual(['brief.example', 'long.example', 'odd.example']);
    expect(await askedAgainAt(hourMs)).toEqual(names);
  });

  it('keeps what is missing as long as its zone says, and for a minute at most', async () => {
    dns.add({ 'new.example': { negativeTtl: 10 }, 'old.example': { negativeTtl: 7200 } });
    const askBoth = async (): Promise<number> => {
      await resolver.txt('new.example');
      await resolver.txt('old.example');
      return dns.questions.length;
    };
    expect(await askBoth()).toBe(2);
    now = 9999;
    expect(await askBoth()).toBe(2);
    now = 10_000;
    expect(await askBoth()).toBe(3);
    now = 60_000;
    expect(await askBoth()).toBe(5);
  });

  it('forgets trouble after a second', async () => {
    await resolver.mx('broken.example');
    dns.add({ 'broken.example': { MX: [{ preference: 1, exchange: 'x.example' }] } });
    expect((await resolver.mx('broken.example')).kind).toBe('trouble');
    now = 1000;
    expect((await resolver.mx('broken.example')).kind).toBe('found');
  });

  it('asks over TCP for what does not fit into UDP', async () => {
    dns.add({ 'large.example': { TXT: ['y'.repeat(4000)], truncated: true } });
    expect(await resolver.txt('large.example')).toEqual(found(['y'.repeat(4000)]));
    expect(dns.questions).toEqual(['TXT large.example', 'TCP TXT large.example']);
  });

  it('waits for the true answer when forged ones come first', async () => {
    dns.add({ 'target.example': { A: ['192.0.2.5'], forged: true } });
    expect(await resolver.a('target.example')).toEqual(found(['192.0.2.5']));
  });

  it('asks each question from another port with another id', async () => {
    const socket = createSocket('udp4');
    const asked: { port: number; id: number }[] = [];
    socket.on('message', (packet, { port }) => asked.push({ port, id: packet.readUInt16BE(0) }));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const impatient = create({ servers: [`127.0.0.1:${socket.address().port}`], timeoutMs: 1_000 });
    await Promise.all(Array.from({ length: 30 }, (_, index) => impatient.a(`n${index}.example`)));
    socket.close();
    // Each again, unless the machine is busy.
    expect(asked.length).toBeGreaterThan(30);
    expect(new Set(asked.map(({ id }) => id)).size).toBeGreaterThan(asked.length * 0.9);
    expect(new Set(asked.map(({ port }) => port)).size).toBeGreaterThan(asked.length * 0.9);
  });

  it('asks old servers again without EDNS', async () => {
    const old = await startDnsServer({ 'plain.example': { A: ['192.0.2.9'] } }, { withoutEdns: true });
    expect(await create({ servers: [old.address] }).a('plain.example')).toEqual(found(['192.0.2.9']));
    await old.close();
  });

  it('asks the next server when one is silent or in trouble, and begins with the one that answered', async () => {
    const silent = await silentServer();
    const broken = await startDnsServer({ 'plain.example': 'servfail', 'next.example': 'servfail' });
    dns.add({ 'next.example': { A: ['192.0.2.7'] } });
    const several = create({ servers: [silent.address, broken.address, dns.address] });
    expect(await several.a('plain.example')).toEqual(found(['192.0.2.1']));
    expect(broken.questions).toEqual(['A plain.example']);
    expect(await several.a('next.example')).toEqual(found(['192.0.2.7']));
    expect(broken.questions).toHaveLength(1);
    silent.close();
    await broken.close();
  });

  it('hears that nobody listens', async () => {
    const silent = await silentServer();
    silent.close();
    expect(await create({ servers: [silent.address], timeoutMs: 30_000 }).a('plain.example')).toEqual({
      kind: 'trouble',
    });
  });

  it('passes on that an answer was validated, only for what it asks proof of', async () => {
    dns.add({ 'signed.example': { A: ['192.0.2.8'], TXT: ['text'], authentic: true } });
    expect(await resolver.a('signed.example')).toEqual(found(['192.0.2.8'], true));
    expect(await resolver.txt('signed.example')).toEqual(found(['text'], false));
    expect(await resolver.addresses('signed.example')).toEqual(found(['192.0.2.8'], true));
    expect(await resolver.a('plain.example')).toEqual(found(['192.0.2.1'], false));
  });
});
