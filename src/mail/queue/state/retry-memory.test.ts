import { describe, expect, it } from 'vitest';
import { mailLimits } from '#mail/mail-limits.ts';
import { createRetryMemory } from '#mail/queue/state/retry-memory.ts';
import { systemRandom } from '#platform/random.ts';

const hourMs = 3_600_000;

function createMemory(limits = mailLimits) {
  let nowMs = 0;
  const memory = createRetryMemory(limits, { now: () => nowMs }, systemRandom);
  return { memory, wait: (ms: number) => (nowMs += ms) };
}

describe('the memory for retries', () => {
  it('knows a delivery as long as senders try again, and no longer', async () => {
    const { memory, wait } = createMemory();
    await memory.remember('message', 'ann', 'accepted');
    wait(4.9 * 24 * hourMs);
    expect(await memory.find('message', ['ann', 'bea'])).toEqual(['accepted', null]);
    wait(0.2 * 24 * hourMs);
    expect(await memory.find('message', ['ann'])).toEqual([null]);
  });

  it('forgets the oldest when it is full', async () => {
    const { memory } = createMemory({ ...mailLimits, rememberedDeliveries: 2 });
    for (const name of ['ann', 'bea', 'cyd']) await memory.remember('message', name, 'pending');
    expect(await memory.find('message', ['ann', 'bea', 'cyd'])).toEqual([null, 'pending', 'pending']);
  });
});
