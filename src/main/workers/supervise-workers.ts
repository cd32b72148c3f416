import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '#config/start-error.ts';
import { createWorkerCrew } from '#main/workers/worker-crew.ts';
import type { WorkerProcess } from '#main/workers/worker-process.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

/** Running this long makes an end the first of its row. */
const calmMs = 60_000;
const maxPauseMs = 30_000;
/** Starts that failed in a row while no worker was left to serve. */
const maxFailedStarts = 5;

export interface Workers {
  /** All of them serve. @throws StartError when one cannot start */
  readonly ready: Promise<void>;
  /** No worker can be started any more. Stays open otherwise. */
  readonly failed: Promise<StartError>;
  stop(graceMs?: number): Promise<void>;
}

export interface SupervisionOptions {
  readonly count: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Supervises `count` workers: one that ends is replaced, at once and then after 1, 2, 4 … 30 seconds. As long as another
 * one serves this is tried for ever; the program fails only when none is left and none can be started.
 */
export function superviseWorkers(
  first: WorkerProcess,
  fork: () => WorkerProcess,
  { count, clock, log }: SupervisionOptions,
): Workers {
  const crew = createWorkerCrew();
  const failed = Promise.withResolvers<StartError>();
  let failedStarts = 0;

  const replace = async (): Promise<WorkerProcess | null> => {
    const worker = fork();
    try {
      await crew.enter(worker);
      failedStarts = 0;
      return worker;
    } catch (error) {
      if (crew.stopping.aborted || !(error instanceof StartError)) return null;
      failedStarts += 1;
      log.error('worker_not_started', error, { failures: failedStarts });
      if (crew.serving === 0 && failedStarts >= maxFailedStarts) failed.resolve(error);
      return null;
    }
  };

  const keep = async (started: WorkerProcess): Promise<void> => {
    let worker: WorkerProcess | null = started;
    let ends = 0;
    while (!crew.stopping.aborted) {
      const sinceMs = clock.now();
      const reason = (await worker?.ended) ?? null;
      if (crew.stopping.aborted) return;
      ends = clock.now() - sinceMs > calmMs ? 1 : ends + 1;
      if (reason !== null) log.warn('worker_replaced', { reason, ends });
      const pauseMs = ends === 1 ? 0 : Math.min(500 * 2 ** (ends - 1), maxPauseMs);
      await pause(pauseMs, undefined, { signal: crew.stopping }).catch(() => {});
      if (!crew.stopping.aborted) worker = await replace();
    }
  };

  const start = async (): Promise<void> => {
    const workers = [first, ...Array.from({ length: count - 1 }, fork)];
    await Promise.all(workers.map(crew.enter));
    for (const worker of workers) void keep(worker);
  };
  return { ready: start(), failed: failed.promise, stop: crew.stop };
}
