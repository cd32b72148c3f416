import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How often work gives way to everybody else on its thread: the turns that the event loop makes before it is done. Work that
 * reads and waits for nothing makes as many as it asks for, on every machine alike.
 */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  let isDone = false;
  let turns = -1;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const result = await work().finally(() => (isDone = true));
  await counting;
  return { result, turns };
}
