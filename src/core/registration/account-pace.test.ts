import { describe, expect, it } from 'vitest';
import { createAccountPace } from '#core/registration/account-pace.ts';
import type { Rate } from '#platform/rate-meter.ts';

/** A pace whose time passes only while somebody waits. */
function createPace(rate: Rate) {
  let now = 0;
  const pace = createAccountPace(rate, { now: () => now }, async (ms) => (now += ms));
  return { pace, now: () => now };
}

describe('new accounts', () => {
  it('come at once up to a burst, then at a rate', async () => {
    const { pace, now } = createPace({ perSecond: 20, burst: 3 });
    const times = await Promise.all(
      Array.from({ length: 7 }, async (_, number) => {
        await pace(`192.0.2.${number}`);
        return now();
      }),
    );
    expect(times).toEqual([0, 0, 0, 50, 100, 150, 200]);
  });

  it('of one network wait behind each other, not before those of others', async () => {
    const { pace } = createPace({ perSecond: 20, burst: 1 });
    const order: string[] = [];
    const open = async (ip: string): Promise<void> => {
      await pace(ip);
      order.push(ip);
    };
    const many = Array.from({ length: 6 }, () => open('192.0.2.1'));
    await Promise.all([...many, open('198.51.100.1')]);
    expect(order.indexOf('198.51.100.1')).toBeLessThan(3);
  });

  it('are refused when too many wait, first those of the network that has most of them', async () => {
    const { pace } = createPace({ perSecond: 100, burst: 1 });
    const tries = await Promise.allSettled([
      ...Array.from({ length: 60 }, () => pace('192.0.2.1')),
      pace('198.51.100.1'),
    ]);
    const refused = tries.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(refused).toHaveLength(10);
    expect(refused).not.toContain(60);
  });
});
