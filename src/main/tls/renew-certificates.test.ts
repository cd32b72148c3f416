import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostKey, openAcmeAccount, type CertificateContext } from '#core/certificates/certificate-keys.ts';
import { readCertificates, type Certificate } from '#core/certificates/certificates.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { createCertificateStore } from '#main/tls/certificate-store.ts';
import type { RenewalContext } from '#main/tls/order-certificate.ts';
import { startRenewals } from '#main/tls/renew-certificates.ts';
import { thumbprintOf } from '#protocol/acme/account-key.ts';
import { findChallengeToken, keyAuthorization } from '#protocol/acme/challenges.ts';
import { keyDigest, renewalId } from '#protocol/x509/certificate-facts.ts';
import { AcmeRefusal } from '#support/acme-requests.ts';
import { startAcmeServer, type AcmeServer } from '#support/acme-server.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { silentLog } from '#support/silent-log.ts';
import { createTestLog } from '#support/test-log.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const host = 'mx.mask.example';

let server: AcmeServer;
let web: Server;
let test: TestDatabase;
let core: CertificateContext;
let aheadMs: number;
let events: { event: string; code?: string; failures?: number }[];
const stops: (() => Promise<void>)[] = [];
const clock = { now: () => Date.now() + aheadMs };

beforeEach(async () => {
  aheadMs = 0;
  events = [];
  server = await startAcmeServer();
  server.now = clock.now;
  test = await createTestDatabase();
  core = { database: test.database, keys: await createTestKeyRing(test.database), clock };
  const { key } = await openAcmeAccount(core, server.directory);
  web = createServer((request, response) => {
    const token = findChallengeToken(request.url ?? '');
    response.end(token === null ? '' : keyAuthorization(token, thumbprintOf(key)));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  server.ports.http = (web.address() as AddressInfo).port;
});
afterEach(async () => {
  await stop();
  await server.close();
  web.close();
  await test.drop();
});

/** Ends all that renew. */
async function stop(): Promise<void> {
  await Promise.all(stops.splice(0).map((end) => end()));
}

/** A process that gets certificates for `names`. */
function renew(names: readonly string[], changes: Partial<RenewalContext> = {}): void {
  const log = createTestLog((line) => events.push(JSON.parse(line) as (typeof events)[number]));
  const work = { roundMs: 20, pollMs: 5, orderMs: 10_000, spreadMs: 0 };
  const pace = { ...work, pauseMs: 2 * 60_000, maxPauseMs: 4 * hourMs, adviceMs: 6 * hourMs };
  stops.push(
    startRenewals({
      ...core,
      log,
      pace,
      acme: { email: 'op@home.example', directory: server.directory, trusted: true },
      names: () => names,
      challenges: ['http-01'],
      hasAddress: async () => true,
      look: async () => {},
      ...changes,
    }),
  );
}

async function standing(name = host): Promise<Certificate> {
  const [certificate] = await readCertificates(core, [name]);
  if (certificate === undefined) throw new Error('nobody asked for it yet');
  return certificate;
}

/** The certificate of a name, once its renewal information was read. */
async function obtained(name = host): Promise<Certificate> {
  await expect
    .poll(() => standing(name), { timeout: 10_000 })
    .toMatchObject({ chain: expect.any(String), failures: 0, orderUrl: null });
  await expect.poll(async () => (await standing(name)).askAt?.getTime()).toBeGreaterThan(clock.now() + hourMs);
  return standing(name);
}

function idOf({ chain }: Certificate): string {
  return renewalId(new X509Certificate(chain ?? '')) ?? '';
}

async function orders(count: number): Promise<void> {
  await expect.poll(() => server.orders.length, { timeout: 10_000 }).toBe(count);
}

describe('startRenewals', () => {
  it('gets one certificate for each name, that of the mail host before those of policies that ask for it', async () => {
    renew([host, 'mta-sts.mask.example', 'mask.example']);
    for (const name of [host, 'mta-sts.mask.example', 'mask.example']) {
      const { chain } = await obtained(name);
      expect(new X509Certificate(chain ?? '').subjectAltName).toBe(`DNS:${name}`);
    }
    expect(server.orders.map(({ name }) => name)).toEqual([host, 'mta-sts.mask.example', 'mask.example']);
    expect(server.accounts.size).toBe(1);
  });

  it('renews when the server advises to, tells what it replaces, and keeps the key', async () => {
    renew([host]);
    const first = await obtained();
    const digest = keyDigest(await hostKey(core, host));
    const [advised, end] = [first.renewAt?.getTime() ?? 0, first.endsAt?.getTime() ?? 0];
    // The window of the server is another one than a third of life left.
    expect(end - advised).toBeGreaterThan(0.319 * 90 * dayMs);
    expect(end - advised).toBeLessThan(0.341 * 90 * dayMs);
    aheadMs += 10 * dayMs;
    const [soon, later] = [5, 6].map((hours) => new Date(clock.now() + hours * hourMs).toISOString());
    server.windows.set(idOf(first), { start: soon ?? '', end: later ?? '' });
    await expect.poll(async () => (await standing()).renewAt?.getTime()).toBeLessThan(clock.now() + 6 * hourMs);
    expect(server.orders).toHaveLength(1);
    aheadMs += 6 * hourMs;
    await orders(2);
    const second = await obtained();
    expect(server.orders[1]?.replaces).toBe(idOf(first));
    expect(second.chain).not.toBe(first.chain);
    expect(new X509Certificate(second.chain ?? '').checkPrivateKey(await hostKey(core, host))).toBe(true);
    expect(keyDigest(await hostKey(core, host))).toBe(digest);
  });

  it('renews at a third of life left where the server advises nothing', async () => {
    server.hasRenewalInfo = false;
    renew([host]);
    const { renewAt, endsAt } = await obtained();
    expect(((endsAt?.getTime() ?? 0) - (renewAt?.getTime() ?? 0)) / dayMs).toBeCloseTo(30, 1);
    aheadMs += 59 * dayMs;
    await obtained();
    expect(server.orders).toHaveLength(1);
    aheadMs += 2 * dayMs;
    await orders(2);
  });

  it('waits longer after each failure, tells each by its code alone, and comes back when the server says so', async () => {
    server.refuse = (path) => (path === '/order' ? new AcmeRefusal(500, 'serverInternal') : null);
    renew([host]);
    const tries = () => server.requests.filter((one) => one === 'POST /order').length;
    for (const [failures, minutes] of [
      [1, 2],
      [2, 4],
      [3, 8],
    ] as const) {
      await expect.poll(() => standing()).toMatchObject({ failures, failure: 'serverInternal' });
      const waitMs = (await standing()).tryAt.getTime() - clock.now();
      expect(waitMs).toBeGreaterThan((minutes - 0.5) * 60_000);
      expect(waitMs).toBeLessThanOrEqual(minutes * 60_000);
      expect(tries()).toBe(failures);
      aheadMs += minutes * 60_000;
    }
    server.refuse = (path) => (path === '/order' ? new AcmeRefusal(429, 'rateLimited', '86400') : null);
    await expect.poll(() => standing()).toMatchObject({ failures: 4, failure: 'rateLimited' });
    expect((await standing()).tryAt.getTime() - clock.now()).toBeGreaterThan(23 * hourMs);
    const told = events.filter(({ event }) => event === 'certificate_not_obtained');
    expect(told.map(({ code, failures }) => [code, failures])).toEqual([
      ['serverInternal', 1],
      ['serverInternal', 2],
      ['serverInternal', 3],
      ['rateLimited', 4],
    ]);
    server.refuse = () => null;
    aheadMs += dayMs;
    expect(await obtained()).toMatchObject({ failure: null });
  });

  it('tries the other way in where one does not lead here', async () => {
    server.ports.http = 0;
    renew([host], { challenges: ['http-01', 'tls-alpn-01'] });
    await expect.poll(() => standing()).toMatchObject({ failures: 1, failure: 'connection' });
    aheadMs += 10 * 60_000;
    await expect.poll(() => standing()).toMatchObject({ failures: 2 });
    const used = server.orders.map(({ challenges }) => challenges.find(({ status }) => status === 'invalid')?.type);
    expect(used).toEqual(['http-01', 'tls-alpn-01']);
  });

  it('asks for nothing before DNS leads anywhere, and soon after', async () => {
    let isPublished = false;
    renew([host], { hasAddress: async () => isPublished });
    await expect.poll(() => standing().catch(() => null)).toMatchObject({ failure: 'no_address' });
    expect(server.requests).toEqual([]);
    isPublished = true;
    await obtained();
    expect(events.filter(({ event }) => event === 'certificate_not_obtained')).toHaveLength(1);
  });

  it('asks once for each name, however many processes and nodes are at it', async () => {
    const names = [host, 'mta-sts.mask.example', 'mask.example'];
    const nodes = await Promise.all([1, 2, 3].map(() => connectDatabase(test.url, silentLog)));
    for (const database of nodes) renew(names, { database });
    await Promise.all(names.map(obtained));
    await stop();
    expect(server.orders.map(({ name }) => name)).toEqual(names);
    await Promise.all(nodes.map(({ db }) => db.destroy()));
  });

  it('goes on after a stop in the middle of an order', async () => {
    server.isSlow = true;
    renew([host]);
    await expect.poll(() => server.orders[0]?.status, { timeout: 10_000 }).toBe('processing');
    await stop();
    expect(await standing()).toMatchObject({ orderUrl: expect.any(String), failures: 0 });
    server.isSlow = false;
    renew([host]);
    await obtained();
    expect(server.orders).toHaveLength(1);
  });

  it('leaves an order that takes its time to the next round', async () => {
    server.isSlow = true;
    const pace = { roundMs: 20, pollMs: 5, orderMs: 30, spreadMs: 0, pauseMs: 1e6, maxPauseMs: 1e6, adviceMs: 1e7 };
    renew([host], { pace });
    await expect.poll(() => server.requests.filter((one) => one === 'POST /order/0').length).toBeGreaterThan(20);
    server.isSlow = false;
    await obtained();
    expect(server.orders).toHaveLength(1);
  });

  it('replaces what a staging server gave as soon as another is set, with the same key', async () => {
    renew([host]);
    const first = await obtained();
    const digest = keyDigest(await hostKey(core, host));
    await stop();
    const staging = server;
    server = await startAcmeServer();
    server.ports.tls = 1;
    server.ports.http = staging.ports.http;
    const { key } = await openAcmeAccount(core, server.directory);
    web.removeAllListeners('request').on('request', (request, response) => {
      response.end(keyAuthorization(findChallengeToken(request.url ?? '') ?? '', thumbprintOf(key)));
    });
    renew([host]);
    await orders(1);
    await expect.poll(async () => (await standing()).issuedBy).toBe(server.directory);
    expect((await standing()).chain).not.toBe(first.chain);
    expect(server.orders[0]?.replaces).toBeNull();
    expect(keyDigest(await hostKey(core, host))).toBe(digest);
    await staging.close();
  });

  it('makes a new account where the server has lost it', async () => {
    renew([host]);
    await obtained();
    server.forgetAccounts();
    aheadMs += 70 * dayMs;
    await expect.poll(() => standing()).toMatchObject({ failure: 'accountDoesNotExist' });
    aheadMs += 10 * 60_000;
    await orders(2);
    expect(server.accounts.size).toBe(1);
  });
});

describe('the certificates in memory', () => {
  it('follow the database, one name apart from the other', async () => {
    const parts = { ...core, log: silentLog, thumbprint: '', ticketKeys: null, everyMs: 10 };
    const store = await createCertificateStore(parts);
    expect([store.find(host), store.firstEnd(), store.failing()]).toEqual([null, null, 0]);
    renew([host]);
    await obtained();
    await expect.poll(() => store.find(host.toUpperCase())).not.toBeNull();
    expect(store.find('other.example')).toBeNull();
    expect(store.firstEnd()).toBe((await standing()).endsAt?.getTime());
    const first = store.find(host);
    aheadMs += 70 * dayMs;
    await expect.poll(() => store.find(host) === first).toBe(false);
    server.refuse = () => new AcmeRefusal(500, 'serverInternal');
    aheadMs += 70 * dayMs;
    await expect.poll(store.failing).toBe(1);
    store.close();
  });
});
