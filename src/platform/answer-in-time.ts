/** What `work` gives, or `late` when it takes longer than `timeoutMs`. The work itself goes on. @throws what `work` throws */
export async function answerInTime<T>(work: Promise<T>, timeoutMs: number, late: T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, timeoutMs, late);
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
