import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttpServer, type HttpServer, type TlsGreeting } from '#api/http-server.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';
import { silentLog } from '#support/silent-log.ts';

const host = '127.0.0.1';
function contextFor(hostname: string) {
  return createSecureContext(
    makeSelfSignedCertificate({ hostname, notBefore: Date.UTC(2026, 0), notAfter: Date.UTC(2036, 0) }),
  );
}

const named = contextFor('named.example');
const proof = contextFor('proven.example');

let server: HttpServer;
let tlsPort = 0;
let certificate = contextFor('first.example');
const certificates = {
  contextFor: (servername: string) => (servername === 'named.example' ? named : certificate),
  proofFor: ({ servername, protocols }: TlsGreeting) =>
    servername === 'proven.example' && protocols.includes('proof/1') ? { protocol: 'proof/1', context: proof } : null,
};

beforeEach(async () => {
  server = await startHttpServer({ host, port: 0, log: silentLog });
  tlsPort = await server.openTls({ port: 0, certificates });
  server.serve({ fetch: async (asked) => new Response(`${new URL(asked.url).protocol} ${await asked.text()}`) });
});
afterEach(() => server.close());

function ask(body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host, port: tlsPort, method: 'POST', rejectUnauthorized: false, agent: false };
    request(options, (response) => resolve(text(response)))
      .on('error', reject)
      .end(body);
  });
}

async function shakeHands(servername?: string): Promise<TLSSocket> {
  const socket = connectTls({ host, port: tlsPort, rejectUnauthorized: false, ...(servername && { servername }) });
  await once(socket, 'secureConnect');
  return socket;
}

describe('the HTTPS listener', () => {
  it('answers as the HTTP one does', async () => {
    expect(await ask('hello')).toBe('https: hello');
    expect(await ask('x'.repeat(500_000))).toHaveLength(500_007);
  });

  it('shows the certificate that holds when a client connects, with and without a server name', async () => {
    for (const name of ['one.example', 'two.example']) {
      certificate = contextFor(name);
      for (const asked of [undefined, 'any.example']) {
        const socket = await shakeHands(asked);
        expect(socket.getPeerCertificate().subjectaltname).toBe(`DNS:${name}`);
        socket.destroy();
      }
    }
  });

  it('shows each name its own certificate, and speaks what the client offers', async () => {
    const options = { host, port: tlsPort, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] };
    for (const [servername, shown] of [
      ['named.example', 'named.example'],
      ['proven.example', 'DNS'],
    ]) {
      const socket = connectTls({ ...options, servername });
      await once(socket, 'secureConnect');
      expect(socket.getPeerCertificate().subjectaltname).toContain(shown);
      expect(socket.getPeerCertificate().subjectaltname).not.toBe('DNS:proven.example');
      expect(socket.alpnProtocol).toBe('http/1.1');
      socket.destroy();
    }
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('shows a proof by its protocol and nothing more, by %s', async (version) => {
    const versions = { minVersion: version, maxVersion: version };
    const options = { host, port: tlsPort, rejectUnauthorized: false, ALPNProtocols: ['proof/1'], ...versions };
    const socket = connectTls({ ...options, servername: 'proven.example' });
    await once(socket, 'secureConnect');
    expect(socket.getPeerCertificate().subjectaltname).toBe('DNS:proven.example');
    socket.resume();
    await once(socket, 'close');
    const other = connectTls({ ...options, servername: 'named.example' });
    await expect(once(other, 'secureConnect')).rejects.toThrow(/no application protocol/i);
    expect(await ask('still here')).toBe('https: still here');
  });

  it('lives on when clients speak no TLS or hang up in the handshake', async () => {
    for (const octets of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01']) {
      const socket = connect({ host, port: tlsPort });
      socket.on('error', () => {});
      socket.end(octets);
      socket.resume();
      await once(socket, 'close');
    }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const socket = connect({ host, port: tlsPort });
      await once(socket, 'connect');
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect(await ask('still here')).toBe('https: still here');
  });

  it('lets a request in hand finish when it drains, and closes idle connections', async () => {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    server.serve({
      fetch: async () => {
        reached.resolve();
        await released.promise;
        return new Response('done');
      },
    });
    const idle = await shakeHands();
    idle.resume();
    const idleClosed = once(idle, 'close');
    const answer = ask('');
    await reached.promise;
    const drained = server.drain(10_000);
    await idleClosed;
    released.resolve();
    expect(await answer).toBe('done');
    await drained;
    await expect(shakeHands()).rejects.toThrow('ECONNREFUSED');
  });

  it('cuts off whoever is left when it closes', async () => {
    const idle = await shakeHands();
    idle.on('error', () => {}).resume();
    const closed = once(idle, 'close');
    await server.close();
    await closed;
    expect(idle.destroyed).toBe(true);
  });

  it('tells when its port is taken', async () => {
    const other = await startHttpServer({ host, port: 0, log: silentLog });
    await expect(other.openTls({ port: tlsPort, certificates })).rejects.toThrow('HTTPS_PORT');
    await other.close();
  });
});
