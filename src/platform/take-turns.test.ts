import { expect, it } from 'vitest';
import { takeTurns } from '#platform/take-turns.ts';
import { countTurns } from '#support/count-turns.ts';

function* count(to: number): Generator<undefined, number> {
  for (let at = 0; at < to; at += 1) yield;
  return to;
}

it('work in steps gives way to others before each', async () => {
  const { result, turns } = await countTurns(() => takeTurns(count(50)));
  expect(result).toBe(50);
  expect(turns).toBeGreaterThanOrEqual(49);
});
