import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How often work gives way to everybody else on its thread: the turns that the event loop makes before it is done. Work that
 * reads and waits for nothing makes as many as it asks for, on every machine alike. `soFar`: those until some moment of it.
 */
export async function countTurns<T>(
  work: (soFar: () => number) => Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let isDone = false;
  let turns = -1;
  const counting = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const result = await work(() => turns + 1).finally(() => (isDone = true));
  await counting;
  return { result, turns };
}
