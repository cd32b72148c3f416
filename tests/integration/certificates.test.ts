import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { printDkim } from '#cli/domain.ts';
import { noteCertificate, readCertificates } from '#core/certificates/certificates.ts';
import { startRenewals } from '#main/tls/renew-certificates.ts';
import { systemClock } from '#platform/clock.ts';
import { keyDigest } from '#protocol/x509/certificate-facts.ts';
import { hostKey } from '#core/certificates/certificate-keys.ts';
import { startAcmeServer, type AcmeServer } from '#support/acme-server.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { startProgram } from '#support/program.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { startService, type RunningService } from '#support/running-service.ts';
import { silentLog } from '#support/silent-log.ts';
import { eventually } from '#support/eventually.ts';

const mailHost = 'mx.mask.example';
const webHost = 'mask.example';
const policyHost = 'mta-sts.mask.example';
const host = '127.0.0.1';

let acme: AcmeServer;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.add(Object.fromEntries([mailHost, webHost, policyHost].map((name) => [name, { A: [host] }])));
});
afterAll(() => dns.close());

function environment(): Record<string, string> {
  return {
    MAIL_DOMAINS: 'mask.example',
    MAIL_HOSTNAME: mailHost,
    PUBLIC_URL: `https://${webHost}`,
    OPERATOR_EMAIL: 'op@operator.example',
    OPERATOR_NAME: 'Mask',
    OPERATOR_COUNTRY: 'Lithuania',
    DNS_SERVERS: dns.address,
    HTTPS_PORT: '0',
    METRICS_PORT: '0',
    ACME_EMAIL: 'op@operator.example',
    ACME_DIRECTORY: acme.directory,
  };
}

/** Lets nobody ask the ACME server for anything before it knows the ports. */
async function start(changes: Record<string, string>): Promise<RunningService> {
  acme = await startAcmeServer();
  const known = Promise.withResolvers<void>();
  acme.refuse = async () => {
    await known.promise;
    return null;
  };
  const service = await startService({ ...environment(), ...changes });
  acme.ports.http = service.program.redirectPort ?? 0;
  acme.ports.tls = service.program.httpsPort ?? 0;
  known.resolve();
  return service;
}

/** What a client that trusts the ACME server's certificates sees; rejects where it would go away. */
async function shownFor(port: number, servername: string): Promise<X509Certificate> {
  const socket = connect({ host, port, servername, ca: acme.root });
  await once(socket, 'secureConnect');
  const shown = new X509Certificate(socket.getPeerCertificate().raw);
  socket.destroy();
  return shown;
}

async function readTls(port: number, servername: string, path: string): Promise<string> {
  const options = { host, port, path, servername, ca: acme.root, agent: false, headers: { Host: servername } };
  const [response] = (await once(requestTls(options).end(), 'response')) as [IncomingMessage];
  return text(response);
}

async function ask(port: number, method: string, path: string): Promise<IncomingMessage> {
  const sent = request({ host, port, path, method, agent: false, headers: { Host: 'evil.example' } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** A mail program that checks certificates. */
function greet(port: number, secure: boolean): Promise<boolean> {
  const tls = { ca: acme.root, servername: mailHost };
  return createTransport({ host, port, secure, requireTLS: !secure, tls }).verify();
}

describe('a program that gets its certificates by itself', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await start({ REDIRECT_PORT: '0' });
    const isIssued = () => expect(acme.orders.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
    await eventually(isIssued);
    await eventually(() => shownFor(service.program.httpsPort ?? 0, policyHost));
  });
  afterAll(async () => {
    await service.stop();
    await acme.close();
  });

  it('proves them by plain HTTP, and shows each name its own', async () => {
    expect(
      acme.orders.map(({ name, challenges }) => [name, challenges.find((one) => one.status === 'valid')?.type]),
    ).toEqual([mailHost, webHost, policyHost].map((name) => [name, 'http-01']));
    for (const name of [mailHost, webHost, policyHost]) {
      expect((await shownFor(service.program.httpsPort ?? 0, name)).subjectAltName).toBe(`DNS:${name}`);
    }
    const socket = connect({ host, port: service.program.httpsPort ?? 0, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    expect(socket.getPeerCertificate().subjectaltname).toBe(`DNS:${webHost}`);
    socket.destroy();
  });

  it('uses them for mail: at port 25, 587 and 465', async () => {
    const { mxPort, submissionPort, submissionsPort } = service.program;
    expect(await greet(mxPort ?? 0, false)).toBe(true);
    expect(await greet(submissionPort ?? 0, false)).toBe(true);
    expect(await greet(submissionsPort ?? 0, true)).toBe(true);
  });

  it('serves a policy that enforces them', async () => {
    const policy = await readTls(service.program.httpsPort ?? 0, policyHost, '/.well-known/mta-sts.txt');
    expect(policy).toContain('mode: enforce');
    expect(policy).toContain(`mx: ${mailHost}`);
  });

  it('leads readers from plain HTTP to the public address, and answers proofs on both plain ports', async () => {
    const { redirectPort, httpPort } = service.program;
    const led = await ask(redirectPort ?? 0, 'GET', '/guides/self-hosting?x=1');
    expect([led.statusCode, led.headers.location]).toEqual([308, 'https://mask.example/guides/self-hosting?x=1']);
    expect((await ask(redirectPort ?? 0, 'POST', '/api/auth/login')).statusCode).toBe(405);
    const token = 'a-token-that-nobody-gave';
    for (const port of [redirectPort, httpPort]) {
      const answer = await ask(port ?? 0, 'GET', `/.well-known/acme-challenge/${token}`);
      expect(answer.statusCode).toBe(200);
      expect(await text(answer)).toMatch(/^a-token-that-nobody-gave\.[\w-]{43}$/);
    }
    expect((await ask(httpPort, 'GET', '/.well-known/acme-challenge/<script>')).statusCode).not.toBe(200);
  });

  it('prints the record that pins the key of the mail host', async () => {
    const lines: string[] = [];
    await printDkim(service.command, (line) => lines.push(line));
    const { publicKey } = await shownFor(service.program.httpsPort ?? 0, mailHost);
    const digest = await withDomains(service.command, async (core) => keyDigest(await hostKey(core, mailHost)));
    expect(lines.join('\n')).toContain(`IN TLSA 3 1 1 ${digest}`);
    expect(publicKey.asymmetricKeyType).toBe('ec');
  });

  it('tells in its metrics how long they hold', async () => {
    const answer = await fetch(`http://127.0.0.1:${service.program.metricsPort}/metrics`);
    const metrics = await answer.text();
    const seconds = Number(/^kauke_certificate_seconds (\S+)$/m.exec(metrics)?.[1]);
    expect(seconds / 86_400).toBeCloseTo(90, 0);
    expect(metrics).toMatch(/^kauke_certificates_failing 0$/m);
  });

  it('keeps the keys sealed', async () => {
    const found = await withDomains(service.command, ({ database }) =>
      database.db.selectFrom('certificates').select(['keySealed', 'chain']).execute(),
    );
    expect(found).toHaveLength(3);
    for (const { keySealed, chain } of found) {
      expect(keySealed.subarray(0, 2)).toEqual(Buffer.from([0, 1]));
      expect(chain).not.toContain('PRIVATE KEY');
    }
  });

  it('shows the next one without a restart, whichever node got it', async () => {
    const { httpsPort, submissionsPort } = service.program;
    const before = await shownFor(httpsPort ?? 0, mailHost);
    await withDomains(service.command, async (core) => {
      const issuedAt = new Date(systemClock.now() - 2 * 24 * 60 * 60_000);
      await noteCertificate(core, mailHost, { renewAt: new Date(systemClock.now()), issuedAt });
      const stop = startRenewals({
        ...core,
        log: silentLog,
        acme: { email: 'op@operator.example', directory: acme.directory, trusted: true },
        names: () => [mailHost],
        challenges: ['http-01'],
        hasAddress: async () => true,
        look: async () => {},
        pace: { roundMs: 50, pollMs: 50, orderMs: 5000, spreadMs: 0, pauseMs: 5000, maxPauseMs: 5000, adviceMs: 1e7 },
      });
      await expect
        .poll(async () => (await readCertificates(core, [mailHost]))[0]?.chain)
        .not.toContain(before.toString());
      await stop();
    });
    await expect
      .poll(async () => (await shownFor(httpsPort ?? 0, mailHost)).serialNumber)
      .not.toBe(before.serialNumber);
    const after = await shownFor(submissionsPort ?? 0, mailHost);
    expect(after.serialNumber).not.toBe(before.serialNumber);
    expect(after.publicKey.equals(before.publicKey)).toBe(true);
  });
});

describe('a program without a port for plain HTTP', { tags: 'proof' }, () => {
  it('proves its names in the handshakes of HTTPS', async () => {
    const service = await start({});
    await expect.poll(() => acme.orders.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
    const ways = acme.orders.map(({ challenges }) => challenges.find(({ status }) => status === 'valid')?.type);
    expect(ways).toEqual(['tls-alpn-01', 'tls-alpn-01', 'tls-alpn-01']);
    await expect
      .poll(async () => readTls(service.program.httpsPort ?? 0, webHost, '/api/config').catch(() => ''))
      .toContain(mailHost);
    await service.stop();
    await acme.close();
  });
});

describe('a program of two workers', { tags: 'proof' }, () => {
  let place: ProgramPlace;
  afterAll(() => place.remove());

  it('proves a name at whichever worker is asked, and shows its certificate at both', async () => {
    acme = await startAcmeServer();
    place = await makeProgramPlace();
    const [https, submissions] = [await findFreePort(), await findFreePort()];
    acme.ports.tls = https;
    const ports = { HTTPS_PORT: String(https), SUBMISSIONS_PORT: String(submissions), METRICS_PORT: 'off' };
    const program = await startProgram({ env: { ...place.env, ...environment(), ...ports, WORKERS: '2' } });
    // Each challenge waits until both workers know it, and 20 handshakes in a row meet both.
    await expect.poll(() => acme.orders[0]?.status, { interval: 200 }).toBe('valid');
    const serials = async (): Promise<string[]> =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          const shown = await shownFor(submissions, mailHost).catch(() => null);
          return shown?.serialNumber ?? 'none';
        }),
      );
    await expect
      .poll(async () => [...new Set(await serials())], { interval: 500 })
      .toEqual([new X509Certificate(acme.orders[0]?.chain ?? '').serialNumber]);
    expect(acme.orders.filter(({ name }) => name === mailHost)).toHaveLength(1);
    expect((await program.stop()).code).toBe(0);
    await acme.close();
  });
});
