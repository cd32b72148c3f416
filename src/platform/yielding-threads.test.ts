import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createYieldingThreads } from '#platform/yielding-threads.ts';

const script = new URL('../../tests/support/arithmetic-thread.ts', import.meta.url);

interface Answer {
  readonly half: number;
  readonly niceness: number | null;
  readonly thread: number;
}

function createThreads(idleMs?: number) {
  return createYieldingThreads<number, Answer>(script, idleMs);
}

describe('a thread that yields', () => {
  it('answers what it is asked, several at a time', async () => {
    const ask = createThreads();
    const answers = await Promise.all([2, 8, 20].map((number) => ask(number)));
    expect(answers.map(({ half }) => half)).toEqual([1, 4, 10]);
    expect((await ask(6)).half).toBe(3);
  });

  it('has a lower priority than the program, where threads have their own', async () => {
    const { niceness } = await createThreads()(2);
    expect(niceness).toBe(process.platform === 'linux' ? Math.max(getPriority(), 10) : null);
  });

  it('ends when it had nothing to do for long, and never while it computes', async () => {
    const ask = createThreads(30);
    const first = await ask(2);
    // 300 ms each.
    expect((await ask(3000)).thread).toBe(first.thread);
    expect((await ask(3000)).thread).toBe(first.thread);
    await expect
      .poll(
        async () => {
          await pause(60);
          return (await ask(2)).thread;
        },
        { interval: 0 },
      )
      .not.toBe(first.thread);
  });

  it('tells that a computation failed, and the next one succeeds', async () => {
    const ask = createThreads();
    await expect(ask(-1)).rejects.toThrow('A computation did not end');
    expect((await ask(4)).half).toBe(2);
  });
});
