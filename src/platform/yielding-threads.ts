import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * A thread that has nothing to do for so long ends, and gives its memory back. Not sooner: starting one costs more than most
 * work that is given to it.
 */
const idleMs = 60_000;
/** Nice 10: where others want the same processor it gets a tenth of theirs, and all of what they leave. */
const niceness = 10;
/** Its work holds its memory outside of the heap. */
const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

interface YieldingThread {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

/**
 * Computes on threads of its own that yield to every other thread of this machine: `script` calls `answerWithin`. Starts a
 * thread whenever none is idle; the caller bounds how many compute at once.
 * @throws Error (from the returned function) when the computation failed, or its thread ended.
 */
export function createYieldingThreads<Ask, Answer>(script: URL): (ask: Ask) => Promise<Answer> {
  const idle: YieldingThread[] = [];

  function start(): YieldingThread {
    // What the program was started with to load beforehand is none of its business.
    const worker = new Worker(script, { resourceLimits, execArgv: [] });
    const end = (): void => {
      const index = idle.indexOf(thread);
      if (index !== -1) idle.splice(index, 1);
      void worker.terminate();
    };
    const thread = { worker, timer: setTimeout(end, idleMs).unref() };
    // What fails while nobody waits for it has nobody to be told to.
    worker.on('error', end);
    return thread;
  }

  return async (ask) => {
    const thread = idle.pop() ?? start();
    const { worker, timer } = thread;
    worker.ref();
    const answered = Promise.withResolvers<Answer>();
    const fail = (): void => answered.reject(new Error('A computation did not end'));
    worker.once('message', answered.resolve).once('messageerror', fail).once('exit', fail);
    worker.postMessage(ask);
    try {
      const answer = await answered.promise;
      worker.off('messageerror', fail).off('exit', fail).unref();
      idle.push(thread);
      timer.refresh();
      return answer;
    } catch (error) {
      clearTimeout(timer);
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

/** Makes this thread one of `createYieldingThreads`: answers what it is asked, one after the other. */
export function answerWithin<Ask, Answer>(compute: (ask: Ask) => Answer): void {
  const threadId = findThreadId();
  // Elsewhere a priority is that of the whole process, which must keep its own.
  if (threadId !== null) setPriority(threadId, Math.max(niceness, getPriority(threadId)));
  parentPort?.on('message', (ask: Ask) => parentPort?.postMessage(compute(ask)));
}
