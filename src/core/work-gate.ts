import { AppError } from '#contract/errors.ts';

/** Lets only a few costly jobs run at once; the rest wait in line. */
export interface WorkGate {
  /** @throws AppError unavailable at once when the line is full. */
  run<Result>(job: () => Promise<Result>): Promise<Result>;
}

/** A gate for `atOnce` jobs with room for `waiting` more. */
export function createWorkGate({ atOnce, waiting }: { atOnce: number; waiting: number }): WorkGate {
  let running = 0;
  const line: (() => void)[] = [];
  return {
    async run(job) {
      if (running < atOnce) running += 1;
      else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
      else throw new AppError('unavailable');
      try {
        return await job();
      } finally {
        const next = line.shift();
        // A waiting job takes over this place, so that nobody can slip in between.
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
