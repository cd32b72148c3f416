import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { answerTagged } from '#api/tagged-answer.ts';
import { countTurns } from '#support/count-turns.ts';

it('a large answer gives way to others while it is put together', async () => {
  const pieces = Array.from({ length: 1000 }, (_, at) => `${at === 0 ? '[' : ','}${at}${at === 999 ? ']' : ''}`);
  const app = new Hono().get('/', (c) => answerTagged(c, { sources: ['1'], pieces: () => pieces }));
  const { result, turns } = await countTurns(async () => app.request('/'));
  expect(await result.json()).toHaveLength(1000);
  expect(turns).toBeGreaterThanOrEqual(199);
});
