import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inBatches } from '#database/batch.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const groups: { readonly items: readonly number[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const work = async (items: readonly number[]): Promise<number[]> => {
    const end = Promise.withResolvers<void>();
    groups.push({ items, end });
    await end.promise;
    return items.map((item) => item * 10);
  };
  return { groups, work };
}

describe('inBatches', () => {
  it('works at once on the first, and on all that came meanwhile together', async () => {
    const { groups, work } = heldWork();
    const ask = inBatches(work, { together: 100, patienceMs: null });
    const first = ask(1);
    const meanwhile = [ask(2), ask(3), ask(2)];
    expect(groups.map(({ items }) => items)).toEqual([[1]]);
    groups[0]?.end.resolve();
    expect(await first).toBe(10);
    await expect.poll(() => groups.length).toBe(2);
    groups[1]?.end.resolve();
    expect(await Promise.all(meanwhile)).toEqual([20, 30, 20]);
    expect(groups[1]?.items).toEqual([2, 3, 2]);
  });

  it('takes no more together than it may', async () => {
    const sizes: number[] = [];
    const ask = inBatches(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { together: 3, patienceMs: null },
    );
    const asked = Array.from({ length: 8 }, (_, index) => index);
    expect(await Promise.all(asked.map(ask))).toEqual(asked);
    expect(sizes).toEqual([1, 3, 3, 1]);
  });

  it('goes on beside a group that hangs, whether or not anybody else comes', async () => {
    const { groups, work } = heldWork();
    const ask = inBatches(work, { together: 100, patienceMs: 50 });
    void ask(1);
    const second = ask(2);
    expect(groups).toHaveLength(1);
    await expect.poll(() => groups.map(({ items }) => items)).toEqual([[1], [2]]);
    groups[1]?.end.resolve();
    expect(await second).toBe(20);
    await pause(0);
    // The one that hangs no longer counts, neither now nor when it ends.
    const third = ask(3);
    const fourth = ask(4);
    expect(groups.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    groups[0]?.end.resolve();
    await pause(0);
    expect(groups).toHaveLength(3);
    groups[2]?.end.resolve();
    expect(await third).toBe(30);
    await expect.poll(() => groups.length).toBe(4);
    groups[3]?.end.resolve();
    expect(await fourth).toBe(40);
  });

  it('fails for those whose work failed, and goes on with the next', async () => {
    const { groups, work } = heldWork();
    const ask = inBatches(work, { together: 100, patienceMs: null });
    const first = ask(1);
    const second = ask(2);
    groups[0]?.end.reject(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect.poll(() => groups.length).toBe(2);
    groups[1]?.end.resolve();
    expect(await second).toBe(20);
    const third = ask(3);
    await expect.poll(() => groups.length).toBe(3);
    groups[2]?.end.resolve();
    expect(await third).toBe(30);
  });

  it('survives work that throws before it waits', async () => {
    const ask = inBatches(
      (): Promise<number[]> => {
        throw new Error('at once');
      },
      { together: 100, patienceMs: null },
    );
    await expect(ask(1)).rejects.toThrow('at once');
    await expect(ask(2)).rejects.toThrow('at once');
  });
});
