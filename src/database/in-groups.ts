interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupLimits {
  /** Items of one group. */
  readonly together: number;
  /** A group that takes longer, perhaps over a connection that is dead, no longer keeps the next one waiting. */
  readonly patienceMs: number;
}

/**
 * Makes one statement serve many callers: the first items are worked on at once, those that come meanwhile go together
 * as soon as one is done. So nobody waits while there is little to do, and the busier it is the fewer statements there
 * are. `work` gives a result for each item, in their order; when it fails, it fails for each.
 */
export const inGroups = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  limits: GroupLimits,
): ((item: Item) => Promise<Result>) => {
  const waiting: Waiting<Item, Result>[] = [];
  let groups = 0;
  /** Of the newest group. */
  let startedAtMs = 0;

  const workOn = async (together: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(together.map(({ item }) => item));
      for (const [index, { resolve }] of together.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  const workOff = async (): Promise<void> => {
    groups += 1;
    while (waiting.length > 0) {
      startedAtMs = performance.now();
      await workOn(waiting.splice(0, limits.together));
    }
    groups -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (groups === 0 || performance.now() - startedAtMs > limits.patienceMs) void workOff();
    });
};
