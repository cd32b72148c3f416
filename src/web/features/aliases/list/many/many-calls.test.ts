import { expect, it } from 'vitest';
import { changeInPortions } from '#web/features/aliases/list/many/many-calls.ts';

const ids = Array.from({ length: 2_300 }, (_, at) => `id-${at}`);
const change = { active: false };

it('many are changed portion by portion, each once, and all that undoes them is kept', async () => {
  const sent: string[][] = [];
  const reached: number[] = [];
  const outcome = await changeInPortions(
    ids,
    change,
    (count) => reached.push(count),
    async (portion) => {
      sent.push(portion);
      const skipped = [{ id: portion[0] ?? '', message: 'ended' }];
      const undo = sent.length === 2 ? null : `undo-${sent.length}`;
      return { changed: portion.length - 1, skipped, message: '', undo };
    },
  );
  expect(sent.map(({ length }) => length)).toEqual([1_000, 1_000, 300]);
  expect(sent.flat()).toEqual(ids);
  expect(reached).toEqual([1_000, 2_000, 2_300]);
  expect(outcome).toMatchObject({ changed: 2_297, undos: ['undo-1', 'undo-3'], reached: 2_300, error: null });
  expect(outcome.skipped.map(({ id }) => id)).toEqual(['id-0', 'id-1000', 'id-2000']);
});

it('the first call that fails ends it, and tells what was reached before', async () => {
  let calls = 0;
  const error = new Error('Back in a minute');
  const outcome = await changeInPortions(
    ids,
    change,
    () => undefined,
    async (portion) => {
      calls += 1;
      if (calls === 2) throw error;
      return { changed: portion.length, skipped: [], message: '', undo: 'undo' };
    },
  );
  expect(calls).toBe(2);
  expect(outcome).toEqual({ changed: 1_000, skipped: [], undos: ['undo'], reached: 1_000, error });
});
