import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does work in steps, and between them whatever else waits. */
export async function takeTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
