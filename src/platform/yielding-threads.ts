import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * A thread that has nothing to do for so long ends, and gives its memory back. Not sooner: starting one costs more than most
 * work that is given to it.
 */
const defaultIdleMs = 60_000;
/** Nice 10: where others want the same processor it gets a tenth of theirs, and all of what they leave. */
const niceness = 10;
/** Its work holds its memory outside of the heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

interface IdleThread {
  readonly worker: Worker;
  /** Ends it. */
  readonly timer: NodeJS.Timeout;
}

/**
 * Computes on threads of its own that yield to every other thread of this machine: `script` calls `answerWithin`. Starts a
 * thread whenever none is idle; the caller bounds how many compute at once.
 * @throws Error (from the returned function) when the computation failed, or its thread ended.
 */
export function createYieldingThreads<Ask, Answer>(script: URL, idleMs = defaultIdleMs): (ask: Ask) => Promise<Answer> {
  const idle: IdleThread[] = [];

  function start(): Worker {
    // What the program was started with to load beforehand is none of its business.
    const worker = new Worker(script, { resourceLimits, execArgv: [] });
    // Whoever waits for it is told by its end.
    worker.on('error', () => {});
    worker.once('exit', () => {
      const index = idle.findIndex((one) => one.worker === worker);
      if (index !== -1) idle.splice(index, 1);
    });
    return worker;
  }

  function takeIdle(): Worker | undefined {
    const thread = idle.pop();
    // From here on nothing but its own fault ends it.
    clearTimeout(thread?.timer);
    return thread?.worker;
  }

  function keep(worker: Worker): void {
    worker.unref();
    idle.push({ worker, timer: setTimeout(() => void worker.terminate(), idleMs).unref() });
  }

  return async (ask) => {
    const worker = takeIdle() ?? start();
    worker.ref();
    const answered = Promise.withResolvers<Answer>();
    const fail = (): void => answered.reject(new Error('A computation did not end'));
    worker.once('message', answered.resolve).once('messageerror', fail).once('exit', fail);
    try {
      worker.postMessage(ask);
      const answer = await answered.promise;
      worker.off('messageerror', fail).off('exit', fail);
      keep(worker);
      return answer;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  };
}

/** The kernel's number of this thread (Linux); null where threads have none that we can ask for. */
function findThreadId(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return null;
  }
}

/** Elsewhere than on Linux a priority is that of the whole process, which must keep its own. */
function yieldToOthers(threadId: number | null): void {
  if (threadId === null) return;
  try {
    setPriority(threadId, Math.max(niceness, getPriority(threadId)));
  } catch {
    // A sandbox that lets nobody set a priority: the work is done all the same.
  }
}

/** Makes this thread one of `createYieldingThreads`: answers what it is asked, one after the other. */
export function answerWithin<Ask, Answer>(compute: (ask: Ask) => Answer): void {
  yieldToOthers(findThreadId());
  parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(compute(ask)));
}
