import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does work in steps, and between them whatever else waits. */
export async function takeTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Of what takes some ten microseconds each: two milliseconds. */
const itemsInTurn = 200;

/** Makes one of each, in order, a few at once, and between them whatever else waits. */
export function mapInTurns<Item, Result>(items: readonly Item[], make: (item: Item) => Result): Promise<Result[]> {
  return takeTurns(
    (function* () {
      const made: Result[] = [];
      for (const [at, item] of items.entries()) {
        if (at > 0 && at % itemsInTurn === 0) yield;
        made.push(make(item));
      }
      return made;
    })(),
  );
}
