import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Semaphore, WaitLine } from '#platform/permits/semaphore.ts';

describe('a semaphore', () => {
  it('runs no more than its number at once, queues the rest in order and refuses beyond the line', async () => {
    const semaphore = new Semaphore({ max: 2, maxWaiting: 2 });
    const order: number[] = [];
    const finish: (() => void)[] = [];
    const start = (job: number): Promise<number | string> =>
      semaphore.run<number | string>(
        async () => {
          order.push(job);
          await new Promise<void>((resolve) => finish.push(resolve));
          return job;
        },
        () => 'full',
      );
    const jobs = [start(0), start(1), start(2), start(3)];
    expect(await start(4)).toBe('full');
    expect(order).toEqual([0, 1]);
    finish[0]?.();
    await jobs[0];
    await expect.poll(() => order).toEqual([0, 1, 2]);
    finish[1]?.();
    finish[2]?.();
    await expect.poll(() => order).toEqual([0, 1, 2, 3]);
    finish[3]?.();
    expect(await Promise.all(jobs)).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a job failed', async () => {
    const semaphore = new Semaphore({ max: 1, maxWaiting: 1 });
    const full = (): string => 'full';
    await expect(semaphore.run(() => Promise.reject(new Error('no')), full)).rejects.toThrow('no');
    expect(await semaphore.run(() => Promise.resolve('yes'), full)).toBe('yes');
  });

  it('lets so many in at once under each key, the others in the order they came', async () => {
    const semaphore = new Semaphore({ maxPerKey: 2 });
    const releases = await Promise.all([semaphore.acquire({ key: 'a' }), semaphore.acquire({ key: 'a' })]);
    const order: number[] = [];
    const waiting = [1, 2].map((turn) =>
      semaphore.acquire({ key: 'a' }).then((release) => (order.push(turn), release)),
    );
    expect(await semaphore.acquire({ key: 'b' })).not.toBeNull();
    expect(order).toEqual([]);
    releases[0]?.();
    const release = await waiting[0];
    expect(order).toEqual([1]);
    release?.();
    await waiting[1];
    expect(order).toEqual([1, 2]);
  });

  it('gives up a wait that is no longer wanted, and gives its turn to the next', async () => {
    const semaphore = new Semaphore({ maxPerKey: 1 });
    const release = await semaphore.acquire({ key: 'a' });
    const impatient = new AbortController();
    const first = semaphore.acquire({ key: 'a', signal: impatient.signal });
    const second = semaphore.acquire({ key: 'a', signal: new AbortController().signal });
    impatient.abort();
    expect(await first).toBeNull();
    expect(await semaphore.acquire({ key: 'a', signal: impatient.signal })).toBeNull();
    release?.();
    expect(await second).not.toBeNull();
  });

  it('lets work of one key wait without holding up another key', async () => {
    const semaphore = new Semaphore({ max: 100, maxPerKey: 40 });
    const order: string[] = [];
    const first = await semaphore.acquire({ key: 'slow', weight: 40 });
    const second = semaphore.acquire({ key: 'slow', weight: 10 }).then((release) => {
      order.push('slow');
      return release;
    });
    (await semaphore.acquire({ key: 'other', weight: 40 }))?.();
    order.push('other');
    first?.();
    (await second)?.();
    expect(order).toEqual(['other', 'slow']);
  });

  it('never holds more than the whole bound, and lets nobody pass one who waits for the whole', async () => {
    const semaphore = new Semaphore({ max: 100, maxPerKey: 60 });
    const order: string[] = [];
    const first = await semaphore.acquire({ key: 'a', weight: 60 });
    const [second, third] = ['b', 'c'].map((key) =>
      semaphore.acquire({ key, weight: key === 'b' ? 60 : 30 }).then((release) => {
        order.push(key);
        return release;
      }),
    );
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    await third;
    expect(order).toEqual(['b', 'c']);
  });

  it('lets those in who fit once one before them gave up', async () => {
    const semaphore = new Semaphore({ max: 10 });
    await semaphore.acquire({ weight: 5 });
    const impatient = new AbortController();
    const large = semaphore.acquire({ weight: 6, signal: impatient.signal });
    const small = semaphore.acquire({ weight: 5 });
    impatient.abort();
    expect(await large).toBeNull();
    expect(await small).toBeTypeOf('function');
  });

  it('serves keys by turns where it is told to, however much one of them asks for', async () => {
    const semaphore = new Semaphore({ max: 1, inTurns: true });
    const order: string[] = [];
    const impatient = new AbortController();
    const ask = async (key: string, name: string, signal?: AbortSignal): Promise<void> => {
      const release = await semaphore.acquire({ key, ...(signal && { signal }) });
      if (release === null) return;
      order.push(name);
      // Whoever comes now still waits for the next turn.
      await Promise.resolve();
      release();
    };
    const first = await semaphore.acquire({ key: 'a' });
    const asked = [1, 2, 3, 4].map((number) => ask('a', `a${number}`));
    asked.push(ask('b', 'b1'), ask('b', 'b2', impatient.signal), ask('c', 'c1'), ask('b', 'b3'));
    impatient.abort();
    first?.();
    await Promise.all(asked);
    expect(order).toEqual(['b1', 'c1', 'a1', 'a2', 'b3', 'a3', 'a4']);
  });

  it('serves one who asks again and again no more than his turns, beside others who do', async () => {
    const semaphore = new Semaphore({ max: 1, inTurns: true });
    const served = { a: 0, b: 0, c: 0 };
    const ask = async (key: 'a' | 'b' | 'c'): Promise<void> => {
      const release = await semaphore.acquire({ key });
      served[key] += 1;
      await Promise.resolve();
      release?.();
    };
    const flood = Array.from({ length: 100 }, () => ask('a'));
    const askOnAndOn = async (key: 'b' | 'c'): Promise<void> => {
      for (let time = 0; time < 30; time += 1) await ask(key);
    };
    await Promise.all([askOnAndOn('b'), askOnAndOn('c')]);
    expect(served).toMatchObject({ b: 30, c: 30 });
    expect(Math.abs(served.a - 30)).toBeLessThan(4);
    await Promise.all(flood);
  });

  it('sends whoever would be served last away from a full line, where there are turns', async () => {
    const semaphore = new Semaphore({ max: 1, maxWaiting: 2, inTurns: true });
    const first = await semaphore.acquire({ key: 'a' });
    const waiting = ['a', 'a', 'b'].map((key) => semaphore.acquire({ key }));
    expect(await waiting[1]).toBeNull();
    expect(await semaphore.acquire({ key: 'a' })).toBeNull();
    first?.();
    (await waiting[2])?.();
    expect(await waiting[0]).toBeTypeOf('function');
  });

  it('lets what is larger than a bound pass alone', async () => {
    const semaphore = new Semaphore({ max: 10, maxPerKey: 5 });
    (await semaphore.acquire({ key: 'a', weight: 1000 }))?.();
    (await semaphore.acquire({ key: 'a', weight: 0 }))?.();
    expect(await semaphore.acquire({ key: 'a', weight: 1000 })).toBeTypeOf('function');
  });

  it('serves everybody within its bounds, whatever comes and goes', async () => {
    const wish = fc.record({ key: fc.constantFrom('a', 'b', 'c'), weight: fc.integer({ min: 0, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 30 }), async (wishes) => {
        const semaphore = new Semaphore({ max: 10, maxPerKey: 6, inTurns: wishes.length % 2 === 0 });
        const taken = { a: 0, b: 0, c: 0 };
        const served = wishes.map(async ({ key, weight }) => {
          const release = await semaphore.acquire({ key, weight });
          taken[key] += weight;
          expect(taken[key]).toBeLessThanOrEqual(6);
          expect(taken.a + taken.b + taken.c).toBeLessThanOrEqual(10);
          await Promise.resolve();
          taken[key] -= weight;
          release?.();
        });
        await Promise.all(served);
      }),
    );
  });
});

describe('a line of those who wait', () => {
  it('serves the first, or one in particular, and forgets who gave up', async () => {
    const line = new WaitLine<string, number>();
    const impatient = new AbortController();
    const [a, b, c] = [line.wait('a', impatient.signal), line.wait('b'), line.wait('c')];
    impatient.abort();
    expect(await a).toBeNull();
    expect(line.length).toBe(2);
    expect(line.peek((waiter) => waiter > 'b')).toBe('c');
    line.serve(1, 'c');
    line.serve(2);
    line.serve(3);
    expect(await Promise.all([b, c])).toEqual([2, 1]);
    expect(line.length).toBe(0);
  });
});
