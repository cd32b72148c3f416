import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharesOf } from '#platform/networks.ts';
import { RateMeter } from '#platform/rate-meter.ts';

const rate = { perSecond: 2, burst: 5 };

function createTest() {
  let nowMs = 1_000_000;
  const meter = new RateMeter(rate, { now: () => nowMs });
  const take = (address: string): boolean => meter.reserve(sharesOf(address)) === 0;
  return { meter, take, wait: (ms: number) => (nowMs += ms), now: () => nowMs };
}

describe('a meter of a rate', () => {
  it('lets a burst through, then as many as its rate, and says when', () => {
    const { meter, take, wait, now } = createTest();
    expect(Array.from({ length: 7 }, () => take('192.0.2.1'))).toEqual([true, true, true, true, true, false, false]);
    expect(meter.reserve(sharesOf('192.0.2.1'))).toEqual(new Date(now() + 500));
    wait(500);
    expect([take('192.0.2.1'), take('192.0.2.1')]).toEqual([true, false]);
    wait(60_000);
    expect(Array.from({ length: 6 }, () => take('192.0.2.1'))).toEqual([true, true, true, true, true, false]);
  });

  it('meters the networks around an address by multiples, and nobody for what another was refused', () => {
    const { take } = createTest();
    for (let use = 0; use < 1000; use += 1) take('2001:db8:1::1');
    expect(take('2001:db8:1:1::1')).toBe(true);
    const site = Array.from({ length: 200 }, (_, index) => take(`2001:db8:1:${index.toString(16)}00::1`));
    // 4 times 5 for the site, of which 6 are gone.
    expect(site.filter(Boolean)).toHaveLength(14);
    expect(take('2001:db8:2::1')).toBe(true);
  });

  it('begins anew when the clock is put back', () => {
    const { meter, take, wait } = createTest();
    while (take('192.0.2.1'));
    wait(-3_600_000);
    expect(Array.from({ length: 6 }, () => take('192.0.2.1'))).toEqual([true, true, true, true, true, false]);
    wait(-500);
    expect(meter.reserve(sharesOf('192.0.2.1'), 2_000)).toBe(1_000);
  });

  it('lets those who have patience wait for their use, one after the other', () => {
    const { meter, take } = createTest();
    while (take('192.0.2.1'));
    const waits = Array.from({ length: 5 }, () => meter.reserve(sharesOf('192.0.2.1'), 1_500));
    expect(waits.slice(0, 4)).toEqual([500, 1_000, 1_500, expect.any(Date)]);
  });

  it('never lets more through than a burst and the rate, whenever they come', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, (waits) => {
        const { take, wait } = createTest();
        let elapsedMs = 0;
        let taken = 0;
        for (const ms of waits) {
          elapsedMs += ms;
          wait(ms);
          if (take('192.0.2.1')) taken += 1;
          expect(taken).toBeLessThanOrEqual(rate.burst + (elapsedMs / 1000) * rate.perSecond);
        }
      }),
    );
  });

  it('remembers a site that floods it with addresses', () => {
    const { take } = createTest();
    for (let index = 0; index < 25_000; index += 1) take(`2001:db8:1:${(index % 0x10000).toString(16)}::1`);
    expect(take('2001:db8:1:ffff::1')).toBe(false);
  });
});
