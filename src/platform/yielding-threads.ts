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
/** Work that holds its memory outside of the heap needs no more, and none takes that long. */
const defaultBounds = { youngMb: 1, oldMb: 16, maxMs: 600_000 };

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
export function createYieldingThreads<Ask, Answer>(
  script: URL,
  idleMs = defaultIdleMs,
  { youngMb, oldMb, maxMs } = defaultBounds,
): (ask: Ask) => Promise<Answer> {
  const idle: IdleThread[] = [];
  const resourceLimits = { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: oldMb };

  function forget(worker: Worker): void {
    const index = idle.findIndex((one) => one.worker === worker);
    if (index !== -1) idle.splice(index, 1);
  }

  function start(): Worker {
    // What the program was started with to load beforehand is none of its business.
    const worker = new Worker(script, { resourceLimits, execArgv: [] });
    // Whoever waits for it is told by its end.
    worker.on('error', () => {});
    worker.once('exit', () => forget(worker));
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
    const end = (): void => {
      // Before it ends, which takes a moment: nobody must be given it meanwhile.
      forget(worker);
      void worker.terminate();
    };
    idle.push({ worker, timer: setTimeout(end, idleMs).unref() });
  }

  return async (ask) => {
    const worker = takeIdle() ?? start();
    worker.ref();
    const answered = Promise.withResolvers<Answer>();
    const fail = (): void => answered.reject(new Error('A computation did not end'));
    worker.once('message', answered.resolve).once('messageerror', fail).once('exit', fail);
    const tooLong = setTimeout(fail, maxMs);
    try {
      worker.postMessage(ask);
      const answer = await answered.promise;
      worker.off('messageerror', fail).off('exit', fail);
      keep(worker);
      return answer;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      clearTimeout(tooLong);
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

/**
 * Makes this thread one of `createYieldingThreads`: answers what it is asked. What takes several turns is asked for once more only
 * when it is answered. `moved`: what of an answer is handed over and not copied.
 */
export function answerWithin<Ask, Answer>(
  compute: (ask: Ask) => Answer | Promise<Answer>,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  yieldToOthers(findThreadId());
  const answerTo = async (ask: Ask): Promise<void> => {
    const answer = await compute(ask);
    parentPort?.postMessage(answer, moved(answer));
  };
  // What fails ends the thread, which tells whoever waits.
  parentPort?.on('message', (ask: Ask) => void answerTo(ask));
}
