import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteCertificate } from '#core/certificates/certificates.ts';
import { systemClock } from '#platform/clock.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';
import { AcmeRefusal } from '#support/acme-requests.ts';
import { createRenewalWorld, dayMs, host, hourMs, idOf, type RenewalWorld } from '#support/renewals.ts';

let world: RenewalWorld;
beforeEach(async () => {
  world = await createRenewalWorld();
});
afterEach(() => world.close());

function selfSigned(hostname: string): string {
  return makeSelfSignedCertificate({
    hostname,
    notBefore: systemClock.now() - dayMs,
    notAfter: systemClock.now() + dayMs,
  }).cert;
}

describe('a server of certificates that means no good', () => {
  it('comes back within a day, whatever the server says, and at once when the clock was put back', async () => {
    world.server.refuse = (path) => (path === '/order' ? new AcmeRefusal(429, 'rateLimited', '999999999') : null);
    const years = 4 * 365 * dayMs;
    world.aheadMs = years;
    world.renew([host]);
    await expect.poll(() => world.standing()).toMatchObject({ failures: 1, failure: 'rateLimited' });
    const waitMs = (await world.standing()).tryAt.getTime() - world.clock.now();
    expect(waitMs).toBeGreaterThan(23 * hourMs);
    expect(waitMs).toBeLessThanOrEqual(dayMs);
    world.server.refuse = () => null;
    world.aheadMs = 0;
    await world.obtained();
  });

  it('replaces no certificate that is less than a day old, whatever the server advises', async () => {
    world.renew([host]);
    const first = await world.obtained();
    world.server.windows.set(idOf(first), { start: '2020-01-01T00:00:00Z', end: '2020-01-02T00:00:00Z' });
    world.aheadMs += 7 * hourMs;
    await expect.poll(async () => (await world.standing()).renewAt?.getTime()).toBeLessThan(world.clock.now());
    const rounds = (): number => world.server.requests.filter((one) => one.startsWith('GET /renewal')).length;
    const asked = rounds();
    world.aheadMs += 7 * hourMs;
    await expect.poll(rounds).toBeGreaterThan(asked);
    expect(world.server.orders).toHaveLength(1);
    world.aheadMs += 11 * hourMs;
    await world.orders(2);
  });

  it.each([
    ['for another key', (chain: string) => `${selfSigned(host)}${chain}`],
    ['for another name', () => selfSigned('other.example')],
    [
      'that nobody can be shown',
      (chain: string) => `${chain}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
    ],
    ['that is none', () => '<html>'],
  ])('keeps no certificate %s', async (_, change) => {
    world.server.isSlow = true;
    world.renew([host]);
    await expect.poll(() => world.server.orders[0]?.chain).toEqual(expect.any(String));
    const [order] = world.server.orders;
    if (order !== undefined) order.chain = change(order.chain ?? '');
    world.server.isSlow = false;
    await expect.poll(() => world.standing()).toMatchObject({ chain: null, failures: 1, failure: 'certificate_wrong' });
  });

  it('begins anew where an order can no longer be reached', async () => {
    world.server.refuse = (path) => (path.startsWith('/finalize') ? new AcmeRefusal(500, 'serverInternal') : null);
    world.server.hasRelativeOrders = true;
    world.renew([host]);
    await expect.poll(() => world.standing()).toMatchObject({ failures: 1, failure: 'serverInternal' });
    await noteCertificate(world.core, host, {
      orderUrl: 'http://127.0.0.1:1/order/0',
      failures: 0,
      tryAt: new Date(0),
    });
    world.server.refuse = () => null;
    for (let failures = 1; failures <= 5; failures += 1) {
      await expect.poll(() => world.standing()).toMatchObject({ failures, failure: 'unreachable' });
      world.aheadMs += dayMs;
    }
    await world.obtained();
  });
});
