/**
 * Does something at intervals, never twice at once, and goes on after a failure.
 * @returns how to stop it; settles when nothing is under way.
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= work()
      .catch(onError)
      .finally(() => {
        underWay = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
