import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inBatches } from '#database/batch.ts';
import { createTestDatabase } from '#support/database.ts';

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
  it('works at the end of the turn on what came in it, and on all that came meanwhile together', async () => {
    const { groups, work } = heldWork();
    const ask = inBatches(work, { together: 100, patienceMs: null });
    const first = [ask(1), ask(5)];
    await endOfTurn();
    expect(groups.map(({ items }) => items)).toEqual([[1, 5]]);
    const meanwhile = [ask(2), ask(3), ask(2)];
    await endOfTurn();
    expect(groups).toHaveLength(1);
    groups[0]?.end.resolve();
    expect(await Promise.all(first)).toEqual([10, 50]);
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
    expect(sizes).toEqual([3, 3, 2]);
  });

  it('goes on beside a group that hangs, whether or not anybody else comes', async () => {
    const { groups, work } = heldWork();
    const ask = inBatches(work, { together: 100, patienceMs: 50 });
    void ask(1);
    await endOfTurn();
    const second = ask(2);
    expect(groups).toHaveLength(1);
    await expect.poll(() => groups.map(({ items }) => items)).toEqual([[1], [2]]);
    groups[1]?.end.resolve();
    expect(await second).toBe(20);
    await pause(0);
    // The one that hangs no longer counts, neither now nor when it ends.
    const third = ask(3);
    await endOfTurn();
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
    await endOfTurn();
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

  it('asks for halves of what the database refuses: one that it does not take fails alone', async () => {
    const { database, drop } = await createTestDatabase();
    onTestFinished(drop);
    const sizes: number[] = [];
    const ask = inBatches(
      async (texts: readonly string[]) => {
        sizes.push(texts.length);
        const given = 'select unnest($1::text[])::int as number';
        const { rows } = await database.pool.query<{ number: number }>(given, [texts]);
        return rows.map(({ number }) => number);
      },
      { together: 100, patienceMs: null },
    );
    const first = ask('0');
    await endOfTurn();
    const together = await Promise.allSettled(['1', '2', '3', 'four', '5', '6', '7'].map(ask));
    expect(await first).toBe(0);
    expect(together.map((one) => (one.status === 'fulfilled' ? one.value : null))).toEqual([1, 2, 3, null, 5, 6, 7]);
    expect(together[3]).toMatchObject({ reason: { code: '22P02' } });
    expect(sizes).toEqual([1, 7, 4, 2, 2, 1, 1, 3]);
  });

  it('asks once more where the database ended a deadlock, and twice at most', async () => {
    const { database, drop } = await createTestDatabase();
    onTestFinished(drop);
    let tries = 0;
    let deadlocks = 1;
    const ask = inBatches(
      async (items: readonly number[]) => {
        tries += 1;
        if (tries <= deadlocks) await database.pool.query('do $$ begin raise deadlock_detected; end $$');
        return items;
      },
      { together: 100, patienceMs: null },
    );
    expect(await ask(1)).toBe(1);
    expect(tries).toBe(2);
    deadlocks = Infinity;
    await expect(ask(2)).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(4);
  });

  it('asks nobody again of whom it does not know what was done', async () => {
    let tries = 0;
    const ask = inBatches(
      (items: readonly number[]): Promise<number[]> => {
        tries += 1;
        return Promise.reject(Object.assign(new Error('lost'), { code: tries === 1 ? '57P01' : items.length }));
      },
      { together: 100, patienceMs: null },
    );
    await expect(ask(1)).rejects.toThrow('lost');
    const both = [ask(2), ask(3)];
    for (const one of both) await expect(one).rejects.toThrow('lost');
    expect(tries).toBe(2);
  });
});
