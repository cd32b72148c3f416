import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hostKey } from '#core/certificates/certificate-keys.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { createCertificateStore } from '#main/tls/certificate-store.ts';
import { keyDigest } from '#protocol/x509/certificate-facts.ts';
import { AcmeRefusal } from '#support/acme-requests.ts';
import { startAcmeServer } from '#support/acme-server.ts';
import { createRenewalWorld, dayMs, host, hourMs, idOf, type RenewalWorld } from '#support/renewals.ts';
import { silentLog } from '#support/silent-log.ts';

let world: RenewalWorld;
beforeEach(async () => {
  world = await createRenewalWorld();
});
afterEach(() => world.close());

describe('startRenewals', () => {
  it('gets one certificate for each name, that of the mail host before those of policies that ask for it', async () => {
    const names = [host, 'mta-sts.mask.example', 'autoconfig.mask.example', 'mask.example'];
    world.renew(names);
    for (const name of names) {
      const { chain } = await world.obtained(name);
      expect(new X509Certificate(chain ?? '').subjectAltName).toBe(`DNS:${name}`);
    }
    expect(world.server.orders.map(({ name }) => name)).toEqual(names);
    expect(world.server.accounts.size).toBe(1);
  });

  it('asks for nothing below a domain before the mail host has its certificate', async () => {
    const below = ['mta-sts.mask.example', 'autoconfig.mask.example'];
    world.renew([host, ...below, 'mask.example'], { hasAddress: async (name) => name !== host });
    await world.obtained('mask.example');
    expect(world.server.orders.map(({ name }) => name)).toEqual(['mask.example']);
  });

  it('renews when the server advises to, tells what it replaces, and keeps the key', async () => {
    world.renew([host]);
    const first = await world.obtained();
    const digest = keyDigest(await hostKey(world.core, host));
    const [advised, end] = [first.renewAt?.getTime() ?? 0, first.endsAt?.getTime() ?? 0];
    // The window of the server is another one than a third of life left.
    expect(end - advised).toBeGreaterThan(0.319 * 90 * dayMs);
    expect(end - advised).toBeLessThan(0.341 * 90 * dayMs);
    world.aheadMs += 10 * dayMs;
    const [soon, later] = [5, 6].map((hours) => new Date(world.clock.now() + hours * hourMs).toISOString());
    world.server.windows.set(idOf(first), { start: soon ?? '', end: later ?? '' });
    await expect
      .poll(async () => (await world.standing()).renewAt?.getTime())
      .toBeLessThan(world.clock.now() + 6 * hourMs);
    expect(world.server.orders).toHaveLength(1);
    world.aheadMs += 6 * hourMs;
    await world.orders(2);
    const second = await world.obtained();
    expect(world.server.orders[1]?.replaces).toBe(idOf(first));
    expect(second.chain).not.toBe(first.chain);
    expect(new X509Certificate(second.chain ?? '').checkPrivateKey(await hostKey(world.core, host))).toBe(true);
    expect(keyDigest(await hostKey(world.core, host))).toBe(digest);
  });

  it('renews at a third of life left where the server advises nothing', async () => {
    world.server.hasRenewalInfo = false;
    world.renew([host]);
    const { renewAt, endsAt } = await world.obtained();
    expect(((endsAt?.getTime() ?? 0) - (renewAt?.getTime() ?? 0)) / dayMs).toBeCloseTo(30, 1);
    world.aheadMs += 59 * dayMs;
    await world.obtained();
    expect(world.server.orders).toHaveLength(1);
    world.aheadMs += 2 * dayMs;
    await world.orders(2);
  });

  it('waits longer after each failure, tells each by its code alone, and comes back when the server says so', async () => {
    world.server.refuse = (path) => (path === '/order' ? new AcmeRefusal(500, 'serverInternal') : null);
    world.renew([host]);
    const tries = () => world.server.requests.filter((one) => one === 'POST /order').length;
    for (const [failures, minutes] of [
      [1, 2],
      [2, 4],
      [3, 8],
    ] as const) {
      await expect.poll(() => world.standing()).toMatchObject({ failures, failure: 'serverInternal' });
      const waitMs = (await world.standing()).tryAt.getTime() - world.clock.now();
      expect(waitMs).toBeGreaterThan((minutes - 0.5) * 60_000);
      expect(waitMs).toBeLessThanOrEqual(minutes * 60_000);
      expect(tries()).toBe(failures);
      world.aheadMs += minutes * 60_000;
    }
    world.server.refuse = (path) => (path === '/order' ? new AcmeRefusal(429, 'rateLimited', '86400') : null);
    await expect.poll(() => world.standing()).toMatchObject({ failures: 4, failure: 'rateLimited' });
    expect((await world.standing()).tryAt.getTime() - world.clock.now()).toBeGreaterThan(23 * hourMs);
    const told = world.events.filter(({ event }) => event === 'certificate_not_obtained');
    expect(told.map(({ code, failures }) => [code, failures])).toEqual([
      ['serverInternal', 1],
      ['serverInternal', 2],
      ['serverInternal', 3],
      ['rateLimited', 4],
    ]);
    world.server.refuse = () => null;
    world.aheadMs += dayMs;
    expect(await world.obtained()).toMatchObject({ failure: null });
  });

  it('tries the other way in where one does not lead here', async () => {
    world.server.ports.http = 0;
    world.renew([host], { challenges: ['http-01', 'tls-alpn-01'] });
    await expect.poll(() => world.standing()).toMatchObject({ failures: 1, failure: 'connection' });
    world.aheadMs += 10 * 60_000;
    await expect.poll(() => world.standing()).toMatchObject({ failures: 2 });
    const used = world.server.orders.map(
      ({ challenges }) => challenges.find(({ status }) => status === 'invalid')?.type,
    );
    expect(used).toEqual(['http-01', 'tls-alpn-01']);
  });

  it('asks for nothing before DNS leads anywhere, and soon after', async () => {
    let isPublished = false;
    world.renew([host], { hasAddress: async () => isPublished });
    await expect.poll(() => world.standing().catch(() => null)).toMatchObject({ failure: 'no_address' });
    expect(world.server.requests).toEqual([]);
    isPublished = true;
    await world.obtained();
    expect(world.events.filter(({ event }) => event === 'certificate_not_obtained')).toHaveLength(1);
  });

  it('asks once for each name, however many processes and nodes are at it', async () => {
    const names = [host, 'mta-sts.mask.example', 'mask.example'];
    const nodes = await Promise.all([1, 2, 3].map(() => connectDatabase(world.databaseUrl, silentLog)));
    for (const database of nodes) world.renew(names, { database });
    await Promise.all(names.map((name) => world.obtained(name)));
    await world.stop();
    // Which node comes to which name first is chance.
    expect(world.server.orders.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    await Promise.all(nodes.map(({ db }) => db.destroy()));
  });

  it('goes on after a stop in the middle of an order', async () => {
    world.server.isSlow = true;
    world.renew([host]);
    await expect.poll(() => world.server.orders[0]?.status).toBe('processing');
    await world.stop();
    expect(await world.standing()).toMatchObject({ orderUrl: expect.any(String), failures: 0 });
    world.server.isSlow = false;
    world.renew([host]);
    await world.obtained();
    expect(world.server.orders).toHaveLength(1);
  });

  it('leaves an order that takes its time to the next round', async () => {
    world.server.isSlow = true;
    const pace = { roundMs: 20, pollMs: 5, orderMs: 30, spreadMs: 0, pauseMs: 1e6, maxPauseMs: 1e6, adviceMs: 1e7 };
    world.renew([host], { pace });
    await expect.poll(() => world.server.requests.filter((one) => one === 'POST /order/0').length).toBeGreaterThan(20);
    world.server.isSlow = false;
    await world.obtained();
    expect(world.server.orders).toHaveLength(1);
  });

  it('replaces what a staging server gave as soon as another is set, with the same key', async () => {
    world.renew([host]);
    const first = await world.obtained();
    const digest = keyDigest(await hostKey(world.core, host));
    await world.stop();
    const staging = world.server;
    world.server = await startAcmeServer();
    world.server.ports.tls = 1;
    world.server.ports.http = staging.ports.http;
    await world.answerFor(world.server.directory);
    world.renew([host]);
    await world.orders(1);
    await expect.poll(async () => (await world.standing()).issuedBy).toBe(world.server.directory);
    expect((await world.standing()).chain).not.toBe(first.chain);
    expect(world.server.orders[0]?.replaces).toBeNull();
    expect(keyDigest(await hostKey(world.core, host))).toBe(digest);
    await staging.close();
  });

  it('makes a new account where the server has lost it', async () => {
    world.renew([host]);
    await world.obtained();
    world.server.forgetAccounts();
    world.aheadMs += 70 * dayMs;
    await expect.poll(() => world.standing()).toMatchObject({ failure: 'accountDoesNotExist' });
    world.aheadMs += 10 * 60_000;
    await world.orders(2);
    expect(world.server.accounts.size).toBe(1);
  });
});

describe('the certificates in memory', () => {
  it('follow the database, one name apart from the other', async () => {
    const options = { ...world.core, log: silentLog, thumbprint: '', ticketKeys: null, everyMs: 10 };
    const store = await createCertificateStore({ ...options, names: () => [host] });
    const former = await createCertificateStore({ ...options, names: () => ['new.mask.example'] });
    expect([store.find(host), store.firstEnd(), store.failing()]).toEqual([null, null, 0]);
    world.renew([host]);
    await world.obtained();
    await expect.poll(() => store.find(host.toUpperCase())).not.toBeNull();
    expect(store.find('other.example')).toBeNull();
    expect(store.firstEnd()).toBe((await world.standing()).endsAt?.getTime());
    const first = store.find(host);
    world.aheadMs += 70 * dayMs;
    await expect.poll(() => store.find(host) === first).toBe(false);
    world.server.refuse = () => new AcmeRefusal(500, 'serverInternal');
    world.aheadMs += 70 * dayMs;
    await expect.poll(store.failing).toBe(1);
    // What a node was called before is shown to whoever still asks for it, and worries nobody.
    expect(former.find(host)).not.toBeNull();
    expect([former.firstEnd(), former.failing()]).toEqual([null, 0]);
    store.close();
    former.close();
  });
});
