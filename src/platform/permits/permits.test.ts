import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createPermitChannel, servePermits } from '#platform/permits/over-channel.ts';
import { PermitClient } from '#platform/permits/permit-client.ts';
import { PermitPool } from '#platform/permits/permit-pool.ts';
import { fixedPermits, type PermitEvent, type PermitSource } from '#platform/permits/permits.ts';
import { createChannelPair } from '#support/channel-pair.ts';

interface TestOptions {
  readonly max: number;
  readonly block?: number;
  readonly windowMs?: number | null;
}

function createTest({ max, block = 4, windowMs = null }: TestOptions) {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const rule = () => fixedPermits(max);
  const pool = new PermitPool({ rule, block, leaseBlock: () => 4, windowMs, remembered: 100, clock });
  const join = () => {
    const pair = createChannelPair();
    servePermits(pair.primary, { test: pool });
    const client = new PermitClient(createPermitChannel(pair.worker).source<null, never>('test', block), clock);
    return { client, kill: pair.kill };
  };
  return { pool, clock, join, wait: (ms: number) => (nowMs += ms) };
}

/** Long enough for every message on its way and its answers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await nextTurn();
}

const never = new AbortController().signal;
const one = { permits: 1 };

describe('permits of a pool in this process', () => {
  it('are taken and refused without waiting', () => {
    const { pool, clock } = (() => createTest({ max: 2, block: 0 }))();
    const client = new PermitClient(pool, clock);
    expect([client.acquire('a', one), client.acquire('a', one), client.acquire('a', one)]).toEqual([1, 1, 0]);
    client.release('a', 1);
    expect(client.acquire('a', one)).toBe(1);
    expect(client.acquire('b', { permits: 5, least: 1 })).toBe(2);
  });

  it('are handed on to those who wait, in their order, until they give up', async () => {
    const { pool, clock } = createTest({ max: 1, block: 0 });
    const client = new PermitClient(pool, clock);
    const order: string[] = [];
    const impatient = new AbortController();
    expect(client.acquire('a', one)).toBe(1);
    const waits = ['first', 'second', 'third'].map(async (name, index) => {
      const got = await client.acquire('a', { permits: 1, waits: index === 1 ? impatient.signal : never });
      order.push(`${name} ${got}`);
      if (got > 0) client.release('a', 1);
    });
    expect(client.waiting('a')).toBe(3);
    impatient.abort();
    client.release('a', 1);
    await Promise.all(waits);
    expect(order).toEqual(['second 0', 'first 1', 'third 1']);
    expect(client.acquire('a', one)).toBe(1);
  });

  it('are counted anew in each window where they are uses', () => {
    const { pool, clock, wait } = createTest({ max: 2, block: 0, windowMs: 1000 });
    const client = new PermitClient(pool, clock);
    expect([client.acquire('a', one), client.acquire('a', one), client.acquire('a', one)]).toEqual([1, 1, 0]);
    wait(999);
    expect(client.acquire('a', one)).toBe(0);
    wait(1);
    expect(client.acquire('a', one)).toBe(1);
  });
});

describe('permits of a pool in another process', () => {
  it('come to whoever waits for them also when a window ends meanwhile', async () => {
    let nowMs = 0;
    const asked = vi.fn<() => void>();
    const told = Promise.withResolvers<(key: string, event: PermitEvent<null>) => void>();
    const join: PermitSource['join'] = (hear) => {
      told.resolve(hear);
      return { ask: asked, release: () => {}, report: () => {} };
    };
    const client = new PermitClient({ block: 1, join }, { now: () => nowMs });
    const tell = await told.promise;
    const grant = (endsAtMs: number) => tell('a', { granted: 1, endsAtMs, share: null, recall: false, state: null });
    const [first, second] = [client.acquire('a', one), client.acquire('a', one)];
    grant(1000);
    expect(await first).toBe(1);
    nowMs = 1000;
    client.sweep();
    grant(2000);
    expect(await Promise.race([second, settle()])).toBe(1);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('are all found when one needs what lies unused with others', async () => {
    const { join } = createTest({ max: 12, block: 4 });
    const [ann, bea, cyd] = [join(), join(), join()].map(({ client }) => client);
    if (ann === undefined || bea === undefined || cyd === undefined) throw new Error('no clients');
    expect(await ann.acquire('a', one)).toBe(1);
    expect(await bea.acquire('a', one)).toBe(1);
    const got = await Promise.all(Array.from({ length: 12 }, async () => cyd.acquire('a', one)));
    expect(got.filter((permits) => permits === 1)).toHaveLength(10);
    expect(await ann.acquire('a', one)).toBe(0);
    cyd.release('a', 1);
    await settle();
    expect(await ann.acquire('a', one)).toBe(1);
  });

  it('are taken without a message while a block is left', async () => {
    const { join } = createTest({ max: 100, block: 4 });
    const { client } = join();
    expect(await client.acquire('a', one)).toBe(1);
    expect([client.acquire('a', one), client.acquire('a', one), client.acquire('a', one)]).toEqual([1, 1, 1]);
    expect(client.acquire('a', one)).toBeInstanceOf(Promise);
  });

  it('are free at once when the process that held them dies, also for who waits', async () => {
    const { join } = createTest({ max: 3, block: 4 });
    const ann = join();
    const { client: bea } = join();
    expect(await ann.client.acquire('a', { permits: 3 })).toBe(3);
    const waiting = bea.acquire('a', { permits: 1, waits: never });
    await settle();
    ann.kill();
    expect(await waiting).toBe(1);
    expect(await bea.acquire('a', { permits: 2 })).toBe(2);
  });

  it('go round among all who keep waiting for them', async () => {
    const { join } = createTest({ max: 2, block: 4 });
    const counts = [0, 0, 0, 0];
    let inUse = 0;
    let most = 0;
    const work = async (client: PermitClient, index: number): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        await client.acquire('a', { permits: 1, waits: never });
        counts[index] = (counts[index] ?? 0) + 1;
        inUse += 1;
        most = Math.max(most, inUse);
        if (round === 20 && index === 0) expect(Math.min(...counts)).toBeGreaterThan(4);
        await nextTurn();
        inUse -= 1;
        client.release('a', 1);
      }
    };
    const clients = Array.from({ length: 4 }, () => join().client);
    await Promise.all(clients.flatMap((client, index) => [work(client, index), work(client, index)]));
    expect(counts).toEqual([80, 80, 80, 80]);
    expect(most).toBe(2);
  });

  it('grant exactly as many as there are to 10,000 who ask at once over four processes', async () => {
    const { join } = createTest({ max: 777, block: 16 });
    const clients = Array.from({ length: 4 }, () => join().client);
    const got = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => clients[index % 4]?.acquire('a', one) ?? 0),
    );
    expect(got.filter((permits) => permits === 1)).toHaveLength(777);
  });

  it('grant exactly as many uses of a window as there are to 10,000 who ask at once', async () => {
    const { join } = createTest({ max: 777, block: 16, windowMs: 60_000 });
    const clients = Array.from({ length: 4 }, () => join().client);
    const got = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => clients[index % 4]?.acquire('a', one) ?? 0),
    );
    expect(got.filter((permits) => permits === 1)).toHaveLength(777);
  });

  it('are never more than there are, whoever takes, gives back, waits or dies, and none is lost', async () => {
    const step = fc.record({
      who: fc.nat({ max: 2 }),
      what: fc.constantFrom('acquire', 'acquire', 'wait', 'release', 'release', 'sweep', 'die', 'pause'),
      permits: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
        const { join } = createTest({ max, block: 3 });
        const workers = Array.from({ length: 3 }, () => ({ ...join(), used: [] as number[] }));
        type Worker = (typeof workers)[number];
        const inUse = (): number => workers.flatMap(({ used }) => used).reduce((sum, permits) => sum + permits, 0);
        const giveUp = new AbortController();
        const take = async (worker: Worker, permits: number, waits: boolean): Promise<void> => {
          const wish = { permits, least: 1, ...(waits ? { waits: giveUp.signal } : {}) };
          const { client } = worker;
          const got = await client.acquire('a', wish);
          if (worker.client !== client || got === 0) return;
          worker.used.push(got);
          expect(inUse()).toBeLessThanOrEqual(max);
        };
        const acts: Record<string, (worker: Worker, permits: number) => void> = {
          acquire: (worker, permits) => void take(worker, permits, false),
          wait: (worker, permits) => void take(worker, permits, true),
          release: (worker) => worker.client.release('a', worker.used.pop() ?? 0),
          sweep: (worker) => worker.client.sweep(),
          die: (worker) => {
            worker.kill();
            Object.assign(worker, { ...join(), used: [] });
          },
        };
        for (const { who, what, permits } of steps) {
          const worker = workers[who];
          if (worker !== undefined) acts[what]?.(worker, permits);
          if (what === 'pause') await settle();
        }
        await settle();
        giveUp.abort();
        for (const worker of workers) {
          await settle();
          for (const permits of worker.used.splice(0)) worker.client.release('a', permits);
        }
        await settle();
        expect(await workers[0]?.client.acquire('a', { permits: max })).toBe(max);
      }),
      { numRuns: 300 },
    );
  });
});
