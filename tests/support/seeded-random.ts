/** Random choices that a seed repeats. */
export interface SeededRandom {
  /** 0 ≤ n < 1. */
  next(): number;
  chance(share: number): boolean;
  below(count: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose by. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    chance: (share) => next() < share,
    below,
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('nothing to choose from');
      return choice;
    },
  };
}
