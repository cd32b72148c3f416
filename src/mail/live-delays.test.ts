import { describe, expect, it } from 'vitest';
import { createLiveDelays } from '#mail/live-delays.ts';
import { systemRandom } from '#platform/random.ts';

describe('createLiveDelays', () => {
  it('draws from the newest durations only, and each of them', () => {
    const delays = createLiveDelays(systemRandom);
    for (let count = 0; count < 10; count += 1) delays.add(1);
    for (let count = 0; count < 256; count += 1) delays.add(100 + (count % 2));
    const drawn = new Set(Array.from({ length: 200 }, () => delays.draw()));
    expect(drawn).toEqual(new Set([100, 101]));
  });

  it('takes some time before anything was forwarded', () => {
    expect(createLiveDelays(systemRandom).draw()).toBeGreaterThanOrEqual(20);
  });
});
