import { describe, expect, it } from 'vitest';
import type { ActName, Life } from './calls.ts';
import { findDamage, join } from './judge.ts';

function life(times: Partial<Record<ActName, number[]>> = {}, rest: Partial<Life> = {}): Life {
  const usual = [20, 30, 40];
  const all = { page: usual, list: usual, 'sign-in': usual, submission: usual, forwarding: usual, ...times };
  return { times: all, longestRefusalMs: 0, failures: [], ...rest };
}

describe('an attack', () => {
  it('that nobody notices did no damage', () => {
    expect(findDamage(life(), life({ list: [100, 110, 120] }))).toEqual([]);
  });

  it('did some when the p99 of an act is more than three times the quiet one', () => {
    expect(findDamage(life(), life({ list: [20, 20, 121] }))).toEqual(['list: the p99 is 3.0 times the quiet one']);
  });

  it('is judged by all that was measured, where it was measured more than once', () => {
    const times = (p99: number): number[] => [...Array.from({ length: 99 }, () => 20), p99];
    const slow = [
      life({ list: [...times(130), 130] }, { failures: ['one'], longestRefusalMs: 5 }),
      life({ list: times(20) }),
    ];
    expect(findDamage(life(), join(slow.slice(0, 1)))).toHaveLength(2);
    expect(findDamage(life(), join([...slow, life({ list: times(20) })]))).toEqual([
      '1 never succeeded; the first: one',
    ]);
    expect(join(slow).longestRefusalMs).toBe(5);
  });

  it('did some when a message waits, when something never succeeds, and when nothing does', () => {
    const refused = life({}, { longestRefusalMs: 10_500 });
    expect(findDamage(life(), refused)).toEqual(['a message was refused for 10.5 s']);
    const failed = life({ submission: [] }, { failures: ['submission: 452 later', 'submission: 452 later'] });
    expect(findDamage(life(), failed)).toEqual([
      'submission: none succeeded',
      '2 never succeeded; the first: submission: 452 later',
    ]);
  });
});
