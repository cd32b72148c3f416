interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** Items of one batch. */
  readonly together: number;
  /** How long the next batch waits for one, which may be on a connection that is dead; null: until its end. */
  readonly patienceMs: number | null;
}

/**
 * SQLSTATE of a statement of which the server says that nothing of it was done: data that it does not take (22), a broken rule (23), a
 * deadlock or the like (40). Of others nobody knows.
 */
const undone = /^(?:2[23][0-9A-Z]{3}|40001|40P01)$/;
const clash = /^40/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** One that met another statement may pass the next time; one that holds what is refused never does. */
function mayPass(error: unknown, items: number, isAgain: boolean): boolean {
  const code = codeOf(error);
  return undone.test(code) && (items > 1 || (clash.test(code) && !isAgain));
}

/**
 * Batches calls, so that one statement serves many: what comes within one turn of the event loop is worked on together at its end, those
 * that come meanwhile as soon as that is done. So nobody waits while there is little to do, as no answer could be read before that turn
 * ends, and the busier it is the fewer statements there are. `work` gives a result for each item, in their order. When its statement is refused, it is asked for each half of
 * them by itself, so that what cannot be stored fails alone; when it fails otherwise, it fails for each.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { together, patienceMs }: BatchLimits,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isBusy = false;

  const workOn = async (batch: readonly Waiting<Item, Result>[], isAgain = false): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (!mayPass(error, batch.length, isAgain)) return batch.forEach(({ reject }) => reject(error));
      const half = Math.ceil(batch.length / 2);
      await workOn(batch.slice(0, half), batch.length === 1);
      if (half < batch.length) await workOn(batch.slice(half));
    }
  };

  const startBatch = (): void => {
    const batch = waiting.slice(0, together);
    waiting = waiting.slice(together);
    let isAwaited = true;
    const goOn = (): void => {
      if (!isAwaited) return;
      isAwaited = false;
      clearTimeout(timer);
      isBusy = waiting.length > 0;
      if (isBusy) setImmediate(startBatch);
    };
    const timer = patienceMs === null ? undefined : setTimeout(goOn, patienceMs);
    void workOn(batch).then(goOn);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      setImmediate(startBatch);
    });
}
