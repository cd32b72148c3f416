import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mailLimits } from '#mail/mail-limits.ts';
import { createRetryMemory, createRemoteRetryMemory, createRetryService } from '#mail/queue/state/retry-memory.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createChannelPair } from '#support/channel-pair.ts';

function createProgram() {
  const service = createRetryService(createRetryMemory(mailLimits, systemClock, systemRandom));
  return () => {
    const pair = createChannelPair();
    const memory = createRemoteRetryMemory(pair.worker);
    service.join(pair.primary);
    return { memory, kill: pair.kill };
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

describe('the memory for retries of several workers', () => {
  it('is known to all when one has remembered, and empty again when all is forgotten', async () => {
    const join = createProgram();
    const [{ memory: ann }, { memory: bea }] = [join(), join()];
    await settle();
    expect([ann.isEmpty, bea.isEmpty]).toEqual([true, true]);
    await ann.remember('message', 'you', 'accepted');
    expect([ann.isEmpty, bea.isEmpty]).toEqual([false, false]);
    expect(await bea.find('message', ['me', 'you'])).toEqual([null, 'accepted']);
    bea.forget('message', 'you');
    await settle();
    expect([ann.isEmpty, bea.isEmpty]).toEqual([true, true]);
  });

  it('outlives the worker that remembered, but not what it still awaited an answer to', async () => {
    const join = createProgram();
    const dying = join();
    const { memory } = join();
    await dying.memory.remember('message', 'taken', 'accepted');
    await dying.memory.remember('message', 'unanswered', 'pending');
    await dying.memory.remember('message', 'answered', 'pending');
    await dying.memory.remember('message', 'answered', 'accepted');
    dying.kill();
    await settle();
    const found = await memory.find('message', ['taken', 'unanswered', 'answered']);
    expect(found).toEqual(['accepted', null, 'accepted']);
    const { memory: following } = join();
    expect(following.isEmpty).toBe(false);
    expect(await following.find('message', ['taken'])).toEqual(['accepted']);
  });
});
