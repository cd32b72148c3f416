import { expect } from 'vitest';

/** Tells whether so long has passed since it was called. Of two timers the shorter and earlier one ends first, however slow a machine is. */
export function startWait(ms: number): () => boolean {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
  }, ms);
  timer.unref();
  return () => isOver;
}

/** What `work` gives, which has to come later than a timer that is set with it. */
export async function expectAfter<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const isOver = startWait(ms);
  const result = await work();
  expect(isOver(), `comes after ${ms} ms`).toBe(true);
  return result;
}
