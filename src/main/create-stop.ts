import type { SpoolWorker } from '#mail/queue/spool-worker.ts';
import type { Clock } from '#platform/clock.ts';
import { runCleanup, type Cleanup } from './cleanup.ts';

/** What is in hand may take this long; disconnecting and stopping the database fit into the rest of 20 s. */
const stopGraceMs = 18_000;

/** Ends a program once: boundaries first, then what they left to do, then what that stood on. */
export function createStop(
  { now }: Clock,
  drains: readonly ((graceMs: number) => Promise<void>)[],
  worker: Pick<SpoolWorker, 'stop'>,
  cleanup: Cleanup,
) {
  const ending = { begun: false };
  const stop = async (graceMs = stopGraceMs): Promise<void> => {
    if (ending.begun) return;
    ending.begun = true;
    const deadline = now() + graceMs;
    const left = (): number => Math.max(0, deadline - now());
    await Promise.all(drains.map((drain) => drain(left())));
    await worker.stop(left());
    await runCleanup(cleanup);
  };
  return { ending, stop };
}
