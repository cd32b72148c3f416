import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome, Transport } from '#protocol/smtp-client/transport.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';
import { chainAuthority, hostChain } from '#support/mail-host-chain.ts';
import { createMxRoute, messageTo, mx, type MxRouteOptions } from '#support/mx-route.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { enforcePolicy, startStsServer, type StsServer } from '#support/sts-server.ts';
import { testCertificate } from '#support/tls.ts';

const delivered = { kind: 'delivered' };
const noSafeWay = { kind: 'deferred', code: null, stage: 'tls' };
const domain = 'target.example';

let dns: DnsServer;
let sink: SmtpSink;
let cleanUps: (() => Promise<unknown>)[] = [];

/** The host proves to be sink.example to those who trust `chainAuthority`. */
beforeEach(async () => {
  sink = await startSmtpSink({ tls: hostChain });
  dns = await startDnsServer({ 'sink.example': { A: ['127.0.0.1'] }, [domain]: mx('sink.example') });
  cleanUps = [() => sink.stop(), () => dns.close()];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

function routeTo(options: Partial<MxRouteOptions> = {}): Transport {
  const transport = createMxRoute({ dns, port: sink.port, authorities: chainAuthority, ...options });
  cleanUps.push(() => transport.close());
  return transport;
}

function send(options: Partial<MxRouteOptions> = {}): Promise<Outcome> {
  return routeTo(options).attempt(messageTo(`inbox@${domain}`)).outcome;
}

/** Another server in place of the sink, on its port. */
async function replaceSink(tls: { key: string; cert: string } | null): Promise<SmtpSink> {
  const { port } = sink;
  await sink.stop();
  sink = await startSmtpSink({ port, ...(tls === null ? {} : { tls }) });
  return sink;
}

describe('the MX transport, where the domain has an MTA-STS policy', () => {
  let server: StsServer;

  const publish = async (policy: string): Promise<void> => {
    server = await startStsServer(domain, policy);
    cleanUps.push(() => server.stop());
    dns.add({ [`_mta-sts.${domain}`]: { TXT: ['v=STSv1; id=1'] }, [`mta-sts.${domain}`]: { A: ['127.0.0.1'] } });
  };
  const viaPolicy = (): Partial<MxRouteOptions> => ({ fetchVia: (resolver) => server.fetchVia(resolver) });

  it('delivers to a host that the policy names and whose certificate is valid', async () => {
    await publish(enforcePolicy('sink.example'));
    expect(await send(viaPolicy())).toEqual(delivered);
    expect(sink.messages[0]?.secure).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  it('puts off where the certificate is not valid, and says nothing in clear', async () => {
    await publish(enforcePolicy('sink.example'));
    await replaceSink(testCertificate);
    expect(await send(viaPolicy())).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
    expect(sink.connectionCount()).toBe(1);
  });

  it('puts off where the certificate is for another name', async () => {
    dns.add({ 'alias.example': { A: ['127.0.0.1'] }, [domain]: mx('alias.example') });
    await publish(enforcePolicy('alias.example'));
    expect(await send(viaPolicy())).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
  });

  it('puts off where the host offers no TLS', async () => {
    await publish(enforcePolicy('sink.example'));
    await replaceSink(null);
    expect(await send(viaPolicy())).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
  });

  it('connects to no host that the policy does not name', async () => {
    await publish(enforcePolicy('other.example'));
    expect(await send(viaPolicy())).toMatchObject(noSafeWay);
    expect(sink.connectionCount()).toBe(0);
  });

  it('delivers all the same while the policy is only tested', async () => {
    await publish(enforcePolicy('other.example').replace('enforce', 'testing'));
    await replaceSink(testCertificate);
    expect(await send(viaPolicy())).toEqual(delivered);
  });

  it('does not send over a connection that proved nothing', async () => {
    await publish(enforcePolicy('sink.example'));
    dns.add({ 'careless.example': mx('sink.example') });
    const transport = routeTo(viaPolicy());
    expect(await transport.attempt(messageTo('inbox@careless.example')).outcome).toEqual(delivered);
    expect(await transport.attempt(messageTo(`inbox@${domain}`)).outcome).toEqual(delivered);
    expect(new Set(sink.messages.map(({ connectionId }) => connectionId)).size).toBe(2);
  });
});

function hash(octets: Buffer): Buffer {
  return createHash('sha256').update(octets).digest();
}
const hostOwn = new X509Certificate(hostChain.cert);
const authority = new X509Certificate(chainAuthority);
function keyHash(certificate: X509Certificate): Buffer {
  return hash(certificate.publicKey.export({ type: 'spki', format: 'der' }));
}
function record(usage: number, selector: number, certificate: Buffer, matchingType = 1) {
  return {
    usage,
    selector,
    matchingType,
    certificate,
  };
}

describe('the MX transport, where DNS proves what it says (DANE)', () => {
  /** A domain whose MX, addresses and TLSA records are signed. */
  const sign = (tlsa: DnsZone[string], host = 'sink.example'): void =>
    dns.add({
      [domain]: { ...mx(host), authentic: true },
      [host]: { A: ['127.0.0.1'], authentic: true },
      [`_${sink.port}._tcp.${host}`]: tlsa,
    });
  const signed = (...TLSA: ReturnType<typeof record>[]) => ({ TLSA, authentic: true }) as const;

  it.each([
    ['the key of the host', record(3, 1, keyHash(hostOwn))],
    ['the whole certificate of the host', record(3, 0, hostOwn.raw, 0)],
    ['the authority', record(2, 0, hash(authority.raw))],
    ['the key of the authority', record(2, 1, keyHash(authority))],
  ])('delivers to a host that shows %s, whoever else trusts it', async (_name, tlsa) => {
    sign(signed(record(3, 1, Buffer.alloc(32)), tlsa));
    expect(await send({ authorities: testCertificate.cert })).toEqual(delivered);
    expect(sink.messages[0]?.secure).toBe(true);
  });

  it.each([
    ['shows another key', record(3, 1, Buffer.alloc(32))],
    ['has another authority', record(2, 1, Buffer.alloc(32))],
  ])('puts off where the host %s', async (_name, tlsa) => {
    sign(signed(tlsa));
    expect(await send()).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
    expect(sink.connectionCount()).toBe(1);
  });

  it('asks for the name only where an authority vouches for the host', async () => {
    sign(signed(record(2, 0, hash(authority.raw))), 'alias.example');
    expect(await send()).toMatchObject(noSafeWay);
    sign(signed(record(3, 0, hash(hostOwn.raw))), 'other.example');
    expect(await send()).toEqual(delivered);
  });

  it('goes by the strongest digest alone, and by none that is cut short', async () => {
    const right = hostOwn.publicKey.export({ type: 'spki', format: 'der' });
    const long = createHash('sha512').update(right).digest();
    sign(signed(record(3, 1, keyHash(hostOwn)), record(3, 1, Buffer.alloc(64), 2)));
    expect(await send()).toMatchObject(noSafeWay);
    sign(signed(record(3, 1, keyHash(hostOwn)), record(3, 1, long, 2), record(2, 1, Buffer.alloc(64), 2)));
    expect(await send()).toEqual(delivered);
    sign(signed(record(3, 1, keyHash(hostOwn)), record(3, 1, Buffer.alloc(32), 2)));
    expect(await send()).toEqual(delivered);
  });

  it('puts off where nobody can say what the certificate must be, or whether addresses are proven', async () => {
    sign('servfail');
    expect(await send()).toMatchObject(noSafeWay);
    sign(signed(record(3, 1, keyHash(hostOwn))));
    dns.add({ 'sink.example': 'servfail' });
    expect(await send()).toMatchObject({ kind: 'deferred', code: 451, stage: 'dns' });
    expect(sink.connectionCount()).toBe(0);
  });

  it.each([
    ['the key that it shows', keyHash(hostOwn), delivered],
    ['another one', Buffer.alloc(32), noSafeWay],
  ])('asks a domain without MX records for %s, too', async (_name, key, outcome) => {
    dns.add({
      [domain]: { A: ['127.0.0.1'], authentic: true },
      [`_${sink.port}._tcp.${domain}`]: signed(record(3, 1, key)),
    });
    expect(await send({ authorities: testCertificate.cert })).toMatchObject(outcome);
    expect(sink.messages.map(({ secure }) => secure)).toEqual(outcome === delivered ? [true] : []);
  });

  it('goes to the next host when the first one does not match', async () => {
    const next = await startSmtpSink({ tls: testCertificate, host: '127.0.0.5', port: sink.port });
    sign(signed(record(3, 1, Buffer.alloc(32))));
    const key = keyHash(new X509Certificate(testCertificate.cert));
    dns.add({
      [domain]: { ...mx('sink.example', 'next.example'), authentic: true },
      'next.example': { A: ['127.0.0.5'], authentic: true },
      [`_${sink.port}._tcp.next.example`]: signed(record(3, 1, key)),
    });
    expect(await send()).toEqual(delivered);
    expect([sink.received.length, next.received.length]).toEqual([0, 1]);
    await next.stop();
  });

  it('encrypts, without proof, where no record is of a kind for mail', async () => {
    sign(signed(record(1, 1, Buffer.alloc(32))));
    expect(await send()).toEqual(delivered);
    await replaceSink(null);
    expect(await send()).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(0);
  });

  it('does not send over a connection in clear what must be encrypted', async () => {
    await replaceSink(null);
    sign(signed(record(1, 1, Buffer.alloc(32))));
    dns.add({ 'careless.example': mx('sink.example') });
    const transport = routeTo();
    expect(await transport.attempt(messageTo('inbox@careless.example')).outcome).toEqual(delivered);
    expect(await transport.attempt(messageTo(`inbox@${domain}`)).outcome).toMatchObject(noSafeWay);
    expect(sink.received).toHaveLength(1);
  });

  it('does not believe records that are not proven, nor any below names that are not', async () => {
    const wrong = [record(3, 1, Buffer.alloc(32))];
    sign({ TLSA: wrong });
    expect(await send()).toEqual(delivered);
    dns.add({ [domain]: mx('sink.example'), [`_${sink.port}._tcp.sink.example`]: signed(...wrong) });
    expect(await send()).toEqual(delivered);
  });
});

/** A mail host that begins TLS and, when `breaksResumption`, hangs up on those who want to go on with a session. */
async function startTlsHost(breaksResumption: boolean) {
  const secureContext = createSecureContext(hostChain);
  const handshakes: ('new' | 'resumed')[] = [];
  const messages: boolean[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    const converse = (stream: NodeJS.ReadWriteStream, isSecure: boolean): void => {
      stream.on('error', () => {});
      stream.on('data', (octets: Buffer) => {
        const text = octets.toString('latin1');
        if (text.startsWith('EHLO')) stream.write(isSecure ? '250 x\r\n' : '250-x\r\n250 STARTTLS\r\n');
        else if (text.startsWith('DATA')) stream.write('354 go\r\n');
        else if (text.startsWith('STARTTLS')) {
          stream.removeAllListeners('data');
          stream.write('220 go\r\n');
          const secure = new TLSSocket(socket, { isServer: true, secureContext });
          secure.on('error', () => {});
          secure.once('secure', () => {
            const isResumed = secure.isSessionReused();
            handshakes.push(isResumed ? 'resumed' : 'new');
            if (isResumed && breaksResumption) secure.destroy();
            else converse(secure, true);
          });
        } else {
          if (text.endsWith('\r\n.\r\n')) messages.push(isSecure);
          stream.write('250 ok\r\n');
        }
      });
    };
    socket.write('220 x\r\n');
    converse(socket, false);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => server.close());
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, handshakes, messages };
}

describe('the MX transport, with TLS sessions', () => {
  const oneEach = { idleMs: 1000, maxMessagesPerConnection: 1 };

  it('goes on with the session of the last connection to a host', async () => {
    const host = await startTlsHost(false);
    const transport = routeTo({ port: host.port, poolLimits: oneEach });
    for (let count = 0; count < 3; count += 1) {
      expect(await transport.attempt(messageTo(`inbox@${domain}`)).outcome).toEqual(delivered);
    }
    expect(host.handshakes).toEqual(['new', 'resumed', 'resumed']);
  });

  it('begins anew, still encrypted, with a host that breaks on it, and does not ask it again', async () => {
    const host = await startTlsHost(true);
    const transport = routeTo({ port: host.port, poolLimits: oneEach });
    for (let count = 0; count < 3; count += 1) {
      expect(await transport.attempt(messageTo(`inbox@${domain}`)).outcome).toEqual(delivered);
    }
    expect(host.handshakes).toEqual(['new', 'resumed', 'new', 'new']);
    expect(host.messages).toEqual([true, true, true]);
  });
});
