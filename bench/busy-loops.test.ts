import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { startBusyLoops } from './busy-loops.ts';
import { findDescendants, readTreeCpuTime } from './process-usage.ts';

it.runIf(process.platform === 'linux')('keeps the cores busy until its scope ends', async () => {
  const scope = new AsyncDisposableStack();
  const before = findDescendants(process.pid);
  startBusyLoops(scope);
  const loops = findDescendants(process.pid).filter((pid) => !before.includes(pid));
  expect(loops.length).toBeGreaterThanOrEqual(availableParallelism());
  const busy = (): number => loops.filter((pid) => (readTreeCpuTime(pid)?.userMs ?? 0) > 0).length;
  await expect.poll(busy).toBeGreaterThanOrEqual(availableParallelism());
  await scope.disposeAsync();
  const left = (): number[] => findDescendants(process.pid).filter((pid) => loops.includes(pid));
  await expect.poll(left).toEqual([]);
});
