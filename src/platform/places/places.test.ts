import fc from 'fast-check';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPlaceChannel, servePlaces } from '#platform/places/over-channel.ts';
import { PlaceHolder } from '#platform/places/place-holder.ts';
import { PlaceLedger } from '#platform/places/place-ledger.ts';
import { fixedPlaces } from '#platform/places/places.ts';
import { createChannelPair } from '#support/channel-pair.ts';

interface TestOptions {
  readonly max: number;
  readonly block?: number;
  readonly windowMs?: number | null;
}

function createTest({ max, block = 4, windowMs = null }: TestOptions) {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const rule = () => fixedPlaces(max);
  const ledger = new PlaceLedger({ rule, block, leaseBlock: () => 4, windowMs, remembered: 100, clock });
  const join = () => {
    const pair = createChannelPair();
    servePlaces(pair.primary, { test: ledger });
    const holder = new PlaceHolder(createPlaceChannel(pair.worker).source<null, never>('test', block), clock);
    return { holder, kill: pair.kill };
  };
  return { ledger, clock, join, wait: (ms: number) => (nowMs += ms) };
}

/** Long enough for every message on its way and its answers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await nextTurn();
}

const never = new AbortController().signal;
const one = { places: 1 };

describe('places of a ledger in this process', () => {
  it('are taken and refused without waiting', () => {
    const { ledger, clock } = (() => createTest({ max: 2, block: 0 }))();
    const holder = new PlaceHolder(ledger, clock);
    expect([holder.obtain('a', one), holder.obtain('a', one), holder.obtain('a', one)]).toEqual([1, 1, 0]);
    holder.give('a', 1);
    expect(holder.obtain('a', one)).toBe(1);
    expect(holder.obtain('b', { places: 5, least: 1 })).toBe(2);
  });

  it('are handed on to those who wait, in their order, until they give up', async () => {
    const { ledger, clock } = createTest({ max: 1, block: 0 });
    const holder = new PlaceHolder(ledger, clock);
    const order: string[] = [];
    const impatient = new AbortController();
    expect(holder.obtain('a', one)).toBe(1);
    const waits = ['first', 'second', 'third'].map(async (name, index) => {
      const got = await holder.obtain('a', { places: 1, waits: index === 1 ? impatient.signal : never });
      order.push(`${name} ${got}`);
      if (got > 0) holder.give('a', 1);
    });
    expect(holder.waiting('a')).toBe(3);
    impatient.abort();
    holder.give('a', 1);
    await Promise.all(waits);
    expect(order).toEqual(['second 0', 'first 1', 'third 1']);
    expect(holder.obtain('a', one)).toBe(1);
  });

  it('are counted anew in each window where they are uses', () => {
    const { ledger, clock, wait } = createTest({ max: 2, block: 0, windowMs: 1000 });
    const holder = new PlaceHolder(ledger, clock);
    expect([holder.obtain('a', one), holder.obtain('a', one), holder.obtain('a', one)]).toEqual([1, 1, 0]);
    wait(999);
    expect(holder.obtain('a', one)).toBe(0);
    wait(1);
    expect(holder.obtain('a', one)).toBe(1);
  });
});

describe('places of a ledger in another process', () => {
  it('are all found when one needs what lies unused with others', async () => {
    const { join } = createTest({ max: 12, block: 4 });
    const [ann, bea, cyd] = [join(), join(), join()].map(({ holder }) => holder);
    if (ann === undefined || bea === undefined || cyd === undefined) throw new Error('no holders');
    expect(await ann.obtain('a', one)).toBe(1);
    expect(await bea.obtain('a', one)).toBe(1);
    const got = await Promise.all(Array.from({ length: 12 }, async () => cyd.obtain('a', one)));
    expect(got.filter((places) => places === 1)).toHaveLength(10);
    expect(await ann.obtain('a', one)).toBe(0);
    cyd.give('a', 1);
    await settle();
    expect(await ann.obtain('a', one)).toBe(1);
  });

  it('are taken without a message while a block is left', async () => {
    const { join } = createTest({ max: 100, block: 4 });
    const { holder } = join();
    expect(await holder.obtain('a', one)).toBe(1);
    expect([holder.obtain('a', one), holder.obtain('a', one), holder.obtain('a', one)]).toEqual([1, 1, 1]);
    expect(holder.obtain('a', one)).toBeInstanceOf(Promise);
  });

  it('are free at once when the process that held them dies, also for who waits', async () => {
    const { join } = createTest({ max: 3, block: 4 });
    const ann = join();
    const { holder: bea } = join();
    expect(await ann.holder.obtain('a', { places: 3 })).toBe(3);
    const waiting = bea.obtain('a', { places: 1, waits: never });
    await settle();
    ann.kill();
    expect(await waiting).toBe(1);
    expect(await bea.obtain('a', { places: 2 })).toBe(2);
  });

  it('go round among all who keep waiting for them', async () => {
    const { join } = createTest({ max: 2, block: 4 });
    const counts = [0, 0, 0, 0];
    let inUse = 0;
    let most = 0;
    const work = async (holder: PlaceHolder, index: number): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        await holder.obtain('a', { places: 1, waits: never });
        counts[index] = (counts[index] ?? 0) + 1;
        inUse += 1;
        most = Math.max(most, inUse);
        if (round === 20 && index === 0) expect(Math.min(...counts)).toBeGreaterThan(4);
        await nextTurn();
        inUse -= 1;
        holder.give('a', 1);
      }
    };
    const holders = Array.from({ length: 4 }, () => join().holder);
    await Promise.all(holders.flatMap((holder, index) => [work(holder, index), work(holder, index)]));
    expect(counts).toEqual([80, 80, 80, 80]);
    expect(most).toBe(2);
  });

  it('grant exactly as many as there are to 10,000 who ask at once over four processes', async () => {
    const { join } = createTest({ max: 777, block: 16 });
    const holders = Array.from({ length: 4 }, () => join().holder);
    const got = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => holders[index % 4]?.obtain('a', one) ?? 0),
    );
    expect(got.filter((places) => places === 1)).toHaveLength(777);
  });

  it('grant exactly as many uses of a window as there are to 10,000 who ask at once', async () => {
    const { join } = createTest({ max: 777, block: 16, windowMs: 60_000 });
    const holders = Array.from({ length: 4 }, () => join().holder);
    const got = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => holders[index % 4]?.obtain('a', one) ?? 0),
    );
    expect(got.filter((places) => places === 1)).toHaveLength(777);
  });

  it('are never more than there are, whoever takes, gives back, waits or dies, and none is lost', async () => {
    const step = fc.record({
      who: fc.nat({ max: 2 }),
      what: fc.constantFrom('obtain', 'obtain', 'wait', 'give', 'give', 'sweep', 'die', 'pause'),
      places: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
        const { join } = createTest({ max, block: 3 });
        const workers = Array.from({ length: 3 }, () => ({ ...join(), used: [] as number[] }));
        type Worker = (typeof workers)[number];
        const inUse = (): number => workers.flatMap(({ used }) => used).reduce((sum, places) => sum + places, 0);
        const giveUp = new AbortController();
        const take = async (worker: Worker, places: number, waits: boolean): Promise<void> => {
          const wish = { places, least: 1, ...(waits ? { waits: giveUp.signal } : {}) };
          const { holder } = worker;
          const got = await holder.obtain('a', wish);
          if (worker.holder !== holder || got === 0) return;
          worker.used.push(got);
          expect(inUse()).toBeLessThanOrEqual(max);
        };
        const acts: Record<string, (worker: Worker, places: number) => void> = {
          obtain: (worker, places) => void take(worker, places, false),
          wait: (worker, places) => void take(worker, places, true),
          give: (worker) => worker.holder.give('a', worker.used.pop() ?? 0),
          sweep: (worker) => worker.holder.sweep(),
          die: (worker) => {
            worker.kill();
            Object.assign(worker, { ...join(), used: [] });
          },
        };
        for (const { who, what, places } of steps) {
          const worker = workers[who];
          if (worker !== undefined) acts[what]?.(worker, places);
          if (what === 'pause') await settle();
        }
        await settle();
        giveUp.abort();
        for (const worker of workers) {
          await settle();
          for (const places of worker.used.splice(0)) worker.holder.give('a', places);
        }
        await settle();
        expect(await workers[0]?.holder.obtain('a', { places: max })).toBe(max);
      }),
      { numRuns: 300 },
    );
  });
});
