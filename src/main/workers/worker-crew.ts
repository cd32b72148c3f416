import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerProcess } from '#main/workers/worker-process.ts';

/** While no worker or no database answers. */
const freeAgainMs = 1_000;
/** Above what a worker gives itself. */
const stopPatienceMs = 19_500;

/** The workers that live. */
export interface WorkerPool {
  /** How many take work. */
  readonly serving: number;
  readonly stopping: AbortSignal;
  /** Settles when it takes work. @throws StartError when it ends before */
  enter(worker: WorkerProcess): Promise<void>;
  /** Lets all finish what they have in hand. */
  stop(graceMs?: number): Promise<void>;
}

export function createWorkerCrew(): WorkerPool {
  const stopping = new AbortController();
  const living = new Set<WorkerProcess>();
  const serving = new Set<WorkerProcess>();

  /** What a worker had in hand that is gone is the queue's again, by one that lives. */
  const freeLeases = async (holder: string | null): Promise<void> => {
    let isDone = holder === null;
    while (!isDone && !stopping.signal.aborted) {
      const [helper] = serving;
      const asked = helper?.channel.ask('free-leases', holder) ?? Promise.reject(new Error('no worker serves'));
      isDone = await asked.then(
        () => true,
        () => false,
      );
      if (!isDone) await pause(freeAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  /** One that still starts has nothing in hand. */
  const end = (worker: WorkerProcess, graceMs: number | undefined): Promise<void> =>
    serving.has(worker) ? worker.stop(graceMs, stopPatienceMs) : worker.kill();

  return {
    get serving() {
      return serving.size;
    },
    stopping: stopping.signal,
    enter: async (worker) => {
      living.add(worker);
      void worker.ended.then(() => {
        living.delete(worker);
        serving.delete(worker);
        return freeLeases(worker.leaseHolder());
      });
      await worker.ready;
      serving.add(worker);
    },
    stop: async (graceMs) => {
      stopping.abort();
      await Promise.all([...living].map((worker) => end(worker, graceMs)));
    },
  };
}
