interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupLimits {
  /** Items of one group. */
  readonly together: number;
  /** How long the next group waits for one, which may be on a connection that is dead; null: until its end. */
  readonly patienceMs: number | null;
}

/**
 * Makes one statement serve many callers: the first item is worked on at once, those that come meanwhile go together
 * as soon as that is done. So nobody waits while there is little to do, and the busier it is the fewer statements there
 * are. `work` gives a result for each item, in their order; when it fails, it fails for each.
 */
export function inGroups<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { together, patienceMs }: GroupLimits,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isBusy = false;

  const workOn = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const startGroup = (): void => {
    const group = waiting.slice(0, together);
    waiting = waiting.slice(together);
    let isAwaited = true;
    const goOn = (): void => {
      if (!isAwaited) return;
      isAwaited = false;
      clearTimeout(timer);
      isBusy = waiting.length > 0;
      if (isBusy) startGroup();
    };
    const timer = patienceMs === null ? undefined : setTimeout(goOn, patienceMs);
    isBusy = true;
    void workOn(group).then(goOn);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy) startGroup();
    });
}
