import { expect, it } from 'vitest';
import { mapInTurns, takeTurns } from '#platform/take-turns.ts';
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

it('one of each of many is made in order, and gives way to others before the next few hundred', async () => {
  const items = Array.from({ length: 1000 }, (_, at) => at);
  let made = 0;
  const { result, turns } = await countTurns((soFar) => mapInTurns(items, (at) => [(made += 1), at, soFar()]));
  expect(made).toBe(1000);
  expect(result.map(([, at]) => at)).toEqual(items);
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(new Set(result.map(([, , soFar]) => soFar)).size).toBeGreaterThanOrEqual(4);
});
