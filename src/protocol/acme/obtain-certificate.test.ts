import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thumbprintOf } from '#protocol/acme/account-key.ts';
import { createAcmeClient, type AcmeClient } from '#protocol/acme/acme-client.ts';
import { findChallengeToken, keyAuthorization } from '#protocol/acme/challenges.ts';
import { obtainCertificate, type CertificateOrder } from '#protocol/acme/obtain-certificate.ts';
import { registerAccount } from '#protocol/acme/register-account.ts';
import { findRenewalAdvice } from '#protocol/acme/renewal-window.ts';
import { renewalId } from '#protocol/x509/certificate-facts.ts';
import { systemClock } from '#platform/clock.ts';
import { AcmeRefusal } from '#support/acme-requests.ts';
import { startAcmeServer, type AcmeServer } from '#support/acme-server.ts';

function makeKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

const accountKey = makeKey();
const key = makeKey();
let server: AcmeServer;
let web: Server;
let begun: string[];

beforeEach(async () => {
  server = await startAcmeServer();
  begun = [];
  web = createServer((request, response) => {
    const token = findChallengeToken(request.url ?? '');
    response.end(token === null ? '' : keyAuthorization(token, thumbprintOf(accountKey)));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  server.ports.http = (web.address() as AddressInfo).port;
});
afterEach(async () => {
  await server.close();
  web.close();
});

function connect(accountUrl: string | null = null, signal = new AbortController().signal): AcmeClient {
  return createAcmeClient({ directoryUrl: server.directory, key: accountKey, accountUrl, clock: systemClock, signal });
}

function order(changes: Partial<CertificateOrder> = {}): CertificateOrder {
  return {
    hostname: 'mx.mask.example',
    key,
    challenge: 'http-01',
    orderUrl: null,
    replaces: null,
    begun: async (url) => void begun.push(url),
    present: async () => {},
    pause: () => wait(1),
    ...changes,
  };
}

async function register(): Promise<AcmeClient> {
  const client = connect();
  await registerAccount(client, 'op@home.example');
  return client;
}

describe('obtainCertificate', () => {
  it('gets a certificate for one name and one key', async () => {
    const chain = await obtainCertificate(await register(), order());
    const certificate = new X509Certificate(chain);
    expect(certificate.checkHost('mx.mask.example')).toBe('mx.mask.example');
    expect(certificate.checkPrivateKey(key)).toBe(true);
    expect(certificate.verify(new X509Certificate(server.root).publicKey)).toBe(true);
    expect(begun).toHaveLength(1);
    expect([...server.accounts.values()].map(({ contact }) => contact)).toEqual([['mailto:op@home.example']]);
  });

  it('finds the account again that its key has', async () => {
    const first = await registerAccount(connect(), 'op@home.example');
    expect(await registerAccount(connect(), 'op@home.example')).toBe(first);
    await obtainCertificate(connect(first), order());
    expect(server.accounts.size).toBe(1);
  });

  it('goes on with an order wherever it stands, and asks for no second one', async () => {
    const client = await register();
    server.isSlow = true;
    const stop = () => Promise.reject(new Error('no more time'));
    const pauses = { count: 0 };
    const untilSlow = async (): Promise<void> => {
      pauses.count += 1;
      if (server.orders[0]?.status === 'processing') await stop();
      else await wait(1);
    };
    await expect(obtainCertificate(client, order({ pause: untilSlow }))).rejects.toThrow('no more time');
    await expect(obtainCertificate(client, order({ orderUrl: begun[0] ?? '', pause: stop }))).rejects.toThrow();
    server.isSlow = false;
    const chain = await obtainCertificate(connect([...server.accounts.keys()][0]), order({ orderUrl: begun[0] ?? '' }));
    expect(new X509Certificate(chain).checkPrivateKey(key)).toBe(true);
    expect(server.orders).toHaveLength(1);
  });

  it('takes nothing but certificates for a chain', async () => {
    const client = await register();
    server.isSlow = true;
    const add = (): Promise<void> => {
      const [issued] = server.orders;
      if (issued?.status !== 'processing') return wait(1);
      issued.chain = `${issued.chain}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n`;
      server.isSlow = false;
      return wait(1);
    };
    await expect(obtainCertificate(client, order({ pause: add }))).rejects.toMatchObject({ code: 'answer_unclear' });
  });

  it('begins anew where the server has forgotten the order', async () => {
    const client = await register();
    const orderUrl = server.directory.replace('directory', 'order/99');
    await obtainCertificate(client, order({ orderUrl }));
    expect(server.orders).toHaveLength(1);
  });

  it('takes a new nonce where the server refuses the old one', async () => {
    const client = await register();
    server.forgetNonces();
    await obtainCertificate(client, order());
    expect(server.orders).toHaveLength(1);
  });

  it.each([
    ['rateLimited', 429, '3600', 3_600_000],
    ['rejectedIdentifier', 400, null, null],
    ['serverInternal', 500, null, null],
    ['unknown! type', 503, '10', 10_000],
  ])('tells %s by its code and when to come back', async (type, status, retryAfter, retryAfterMs) => {
    const client = await register();
    server.refuse = (path) => (path === '/order' ? new AcmeRefusal(status, type, retryAfter) : null);
    const code = type.includes(' ') ? 'http_503' : type;
    await expect(obtainCertificate(client, order())).rejects.toMatchObject({ code, retryAfterMs });
  });

  it('tells what the server found where it looked for the proof, also when it had failed before', async () => {
    const client = await register();
    server.ports.http = 0;
    await expect(obtainCertificate(client, order())).rejects.toMatchObject({ code: 'connection' });
    await expect(obtainCertificate(client, order({ orderUrl: begun[0] ?? '' }))).rejects.toMatchObject({
      code: 'connection',
    });
  });

  it('tells when nobody answers, and when what answers is no ACME server', async () => {
    const client = await register();
    const html = { directoryUrl: `http://127.0.0.1:${server.ports.http}/`, key: accountKey, accountUrl: null };
    const none = createAcmeClient({ ...html, clock: systemClock, signal: new AbortController().signal });
    await expect(registerAccount(none, 'op@home.example')).rejects.toMatchObject({ code: 'answer_unclear' });
    await server.close();
    await expect(obtainCertificate(client, order())).rejects.toMatchObject({ code: 'unreachable' });
    server = await startAcmeServer();
  });

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown, string]>([
    ['redirects without end', ({ url }, response) => response.writeHead(302, { Location: url }).end(), 'unreachable'],
    ['never ends', (_, response) => response.write(Buffer.alloc(300 * 1024)), 'answer_unclear'],
    ['sends a list', (_, response) => response.end('[]'), 'answer_unclear'],
    [
      'gives no nonce',
      ({ headers }, response) => response.end(`{"newAccount":"http://${headers.host}/"}`),
      'answer_unclear',
    ],
    ['hangs up', ({ socket }) => socket.destroy(), 'unreachable'],
  ])('tells of a server that %s', async (_, answer, code) => {
    const hostile = createServer(answer).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const directoryUrl = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`;
    const parts = { directoryUrl, key: accountKey, accountUrl: null, clock: systemClock };
    const client = createAcmeClient({ ...parts, signal: new AbortController().signal });
    await expect(registerAccount(client, 'op@home.example')).rejects.toMatchObject({ name: 'AcmeError', code });
    hostile.closeAllConnections();
    hostile.close();
  });

  it('finds orders whose place is told relative to the server', async () => {
    server.hasRelativeOrders = true;
    await obtainCertificate(await register(), order());
    expect(begun).toEqual([new URL('/order/0', server.directory).href]);
  });

  it('says which certificate it replaces, and orders all the same where that was replaced before', async () => {
    const client = await register();
    const id = renewalId(new X509Certificate(await obtainCertificate(client, order())));
    await obtainCertificate(client, order({ replaces: id }));
    await obtainCertificate(client, order({ replaces: id }));
    expect(server.orders.map(({ replaces }) => replaces)).toEqual([null, id, null]);
  });
});

describe('findRenewalAdvice', () => {
  it('is a point of the window, the same each time, and when to ask again', async () => {
    const client = await register();
    const id = renewalId(new X509Certificate(await obtainCertificate(client, order()))) ?? '';
    server.windows.set(id, { start: '2026-12-01T00:00:00Z', end: '2026-12-03T00:00:00Z' });
    const advice = await findRenewalAdvice(connect(), id);
    expect(advice?.askAgainMs).toBe(21_600_000);
    expect(advice?.renewAtMs).toBeGreaterThanOrEqual(Date.parse('2026-12-01T00:00:00Z'));
    expect(advice?.renewAtMs).toBeLessThan(Date.parse('2026-12-03T00:00:00Z'));
    expect(await findRenewalAdvice(connect(), id)).toEqual(advice);
    server.windows.set(id, { start: '2026-12-03T00:00:00Z', end: '2026-12-01T00:00:00Z' });
    await expect(findRenewalAdvice(connect(), id)).rejects.toMatchObject({ code: 'answer_unclear' });
    server.hasRenewalInfo = false;
    expect(await findRenewalAdvice(connect(), id)).toBeNull();
  });
});
