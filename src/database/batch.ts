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
 * Batches calls, so that one statement serves many: the first item is worked on at once, those that come meanwhile go together
 * as soon as that is done. So nobody waits while there is little to do, and the busier it is the fewer statements there
 * are. `work` gives a result for each item, in their order; when it fails, it fails for each.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { together, patienceMs }: BatchLimits,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isBusy = false;

  const workOn = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
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
      if (isBusy) startBatch();
    };
    const timer = patienceMs === null ? undefined : setTimeout(goOn, patienceMs);
    isBusy = true;
    void workOn(batch).then(goOn);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy) startBatch();
    });
}
