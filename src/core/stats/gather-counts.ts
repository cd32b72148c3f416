import type { CoreContext } from '#core/core-context.ts';
import { runEvery } from '#platform/run-every.ts';

/** What runs when the program ends. */
export interface Ending {
  push(step: () => Promise<void>): unknown;
}

export type Counted<Row> = Row & { count: number };

const writeEveryMs = 10_000;

/**
 * Counts in memory and writes what came together every ten seconds, and once more when `ending` runs: no message waits for
 * it, and a crash loses ten seconds of numbers. Rows come to `write` in one order: two processes that write at once wait for
 * each other, and never in a circle. `fault`: how the log names a write that failed.
 */
export function gatherCounts<Row extends object>(
  { log }: Pick<CoreContext, 'log'>,
  ending: Ending,
  { fault, write }: { readonly fault: string; write(rows: readonly Counted<Row>[]): Promise<unknown> },
): (key: string, row: () => Row) => void {
  let counts = new Map<string, Counted<Row>>();
  const writeOut = async (): Promise<void> => {
    if (counts.size === 0) return;
    const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    counts = new Map();
    await write(rows);
  };
  const report = (error: unknown): void => log.error(fault, error);
  const stop = runEvery(writeEveryMs, writeOut, report);
  ending.push(async () => {
    await stop();
    await writeOut().catch(report);
  });
  return (key, row) => {
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { ...row(), count: 1 });
    else known.count += 1;
  };
}
