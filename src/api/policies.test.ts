import { expect, it } from 'vitest';
import { keepPolicies } from '#api/policies.ts';
import type { PublicConfig } from '#contract/site.ts';
import { createTestLog } from '#support/test-log.ts';

it('a policy that could not be drawn is drawn again after a minute, and each attempt that fails is told of once', async () => {
  let nowMs = 0;
  let attempts = 0;
  const lines: string[] = [];
  const clock = { now: () => nowMs };
  const log = createTestLog((line) => lines.push(line), clock.now);
  const draw = async (): Promise<ReadonlyMap<string, string>> => {
    attempts += 1;
    if (attempts <= 2) throw new Error('Not yet.');
    return new Map([['/privacy', `Drawn by attempt ${attempts}`]]);
  };
  const kept = keepPolicies(draw, { clock, log });
  const ask = async (key: string): Promise<string | null> =>
    (await kept({} as PublicConfig, key))?.get('/privacy') ?? null;

  expect(await Promise.all([ask('one'), ask('one')])).toEqual([null, null]);
  nowMs += 59_999;
  expect(await ask('one')).toBeNull();
  expect([attempts, lines.length]).toEqual([1, 1]);
  nowMs += 1;
  expect(await Promise.all([ask('one'), ask('one')])).toEqual([null, null]);
  expect([attempts, lines.length]).toEqual([2, 2]);
  expect(lines.every((line) => line.includes('policies_not_drawn'))).toBe(true);
  nowMs += 60_000;
  expect(await Promise.all([ask('one'), ask('one')])).toEqual(Array(2).fill('Drawn by attempt 3'));
  nowMs += 3_600_000;
  expect(await ask('one')).toBe('Drawn by attempt 3');
  expect(await ask('another')).toBe('Drawn by attempt 4');
  expect(lines).toHaveLength(2);
});
