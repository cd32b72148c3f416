import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseVictim, decayingShare, type ShareHolder } from '#platform/fair-sharing.ts';

function holder(keys: readonly string[], amount: number, changes: Partial<ShareHolder> = {}): ShareHolder {
  return { keys, amount, canYield: true, rank: 0, ...changes };
}

describe('chooseVictim', () => {
  it('takes from the key that has most, and of its holders from the highest in rank', () => {
    const slow = holder(['a'], 3, { rank: 2 });
    const holders = [holder(['a'], 3), slow, holder(['a'], 3, { rank: 1 }), holder(['b'], 5, { rank: 9 })];
    expect(chooseVictim(holders, { keys: ['c'], wanted: 8 })).toBe(slow);
  });

  it('takes from nobody who would have no more than the asker', () => {
    const holders = [holder(['a'], 5), holder(['b'], 4)];
    expect(chooseVictim(holders, { keys: ['b'], wanted: 1 })).toBeNull();
    expect(chooseVictim(holders, { keys: ['c'], wanted: 5 })).toBeNull();
    expect(chooseVictim(holders, { keys: ['c'], wanted: 4 })).toBe(holders[0]);
    expect(chooseVictim(holders, { keys: ['a'], wanted: 1 })).toBeNull();
  });

  it('sees through many narrow keys to the wide one around them', () => {
    const attackers = Array.from({ length: 8 }, (_, index) => holder([`evil ${index}`, 'evil'], 2));
    const honest = holder(['good 1', 'good'], 6);
    expect(chooseVictim([honest, ...attackers], { keys: ['other 1', 'other'], wanted: 1 })?.keys[1]).toBe('evil');
  });

  it('takes within the wide key that it shares with the asker, from the narrow one that has most', () => {
    const loud = holder(['loud', 'site'], 9);
    const holders = [loud, holder(['quiet', 'site'], 1), holder(['far', 'elsewhere'], 3)];
    expect(chooseVictim(holders, { keys: ['new', 'site'], wanted: 1 })).toBe(loud);
  });

  it('passes over what cannot be taken back, though it counts', () => {
    const holders = [holder(['a'], 9, { canYield: false }), holder(['b'], 3), holder(['a'], 1)];
    expect(chooseVictim(holders, { keys: ['c'], wanted: 1 })).toBe(holders[2]);
  });

  it('is fair, however much the greedy ask for: whoever stays below an equal part of the budget always gets it', () => {
    const budget = 120;
    const step = fc.record({ who: fc.nat({ max: 5 }), amount: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const held = new Set<ShareHolder>();
        const used = (): number => [...held].reduce((sum, { amount }) => sum + amount, 0);
        const take = (key: string, amount: number): boolean => {
          while (used() + amount > budget) {
            const yielding = chooseVictim(held, { keys: [key], wanted: amount });
            if (yielding === null) return false;
            held.delete(yielding);
          }
          held.add(holder([key], amount, { rank: amount }));
          return true;
        };
        for (const { who, amount } of steps) {
          take(`greedy ${who}`, amount);
          expect(used()).toBeLessThanOrEqual(budget);
        }
        // Six greedy ones and a newcomer.
        expect(take('newcomer', Math.floor(budget / 7))).toBe(true);
      }),
      { seed: 38, numRuns: 500 },
    );
  });
});

describe('decayingShare', () => {
  const budget = 2 * 1024 ** 3;

  /** The most that somebody who has `had` gets on top, while `used` are in use: where it and its share meet. */
  function mostFor(had: number, used: number): number {
    const free = budget - used;
    const sum = 2 * free + budget;
    return Math.max(0, (sum - Math.sqrt(sum * sum - 4 * (free * free - budget * had))) / 2);
  }

  it('leaves two fifths to one who takes all he may, and a hundredth free after a hundred of them', () => {
    expect(mostFor(0, 0) / budget).toBeCloseTo(0.38, 2);
    let used = 0;
    for (let count = 0; count < 100; count += 1) used += mostFor(0, used);
    expect((budget - used) / budget).toBeGreaterThan(0.009);
    expect(decayingShare(budget, used)).toBeGreaterThan(150 * 1024);
  });

  it('leaves room for newcomers, in whatever order and steps a hundred greedy ones take', () => {
    const step = fc.record({ who: fc.nat({ max: 99 }), part: fc.double({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const held = new Map<number, number>();
        let used = 0;
        const take = (who: number, part: number): void => {
          const had = held.get(who) ?? 0;
          const amount = mostFor(had, used) * part;
          held.set(who, had + amount);
          used += amount;
        };
        for (const { who, part } of steps) take(who, part);
        for (let who = 0; who < 100; who += 1) take(who, 1);
        expect(decayingShare(budget, used)).toBeGreaterThan(150 * 1024);
      }),
      { seed: 38, numRuns: 300 },
    );
  });
});
