import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { errorCode, StartError } from '#config/start-error.ts';
import type { ProgramFacts } from '#main/main.ts';
import type { Channel } from '#platform/channel.ts';
import { createProcessChannel } from '#main/workers/process-channel.ts';
import type { WorkerStart } from '#main/workers/run-worker.ts';

/** A worker as its primary sees it. */
export interface WorkerProcess {
  readonly channel: Channel;
  /** It serves. @throws StartError when it ends before. */
  readonly ready: Promise<ProgramFacts>;
  /** Names it in the leases of the queue; null: it had none yet. */
  leaseHolder(): string | null;
  /** The process is gone: by which signal, or with which exit code. */
  readonly ended: Promise<string>;
  /** Lets it finish what is in hand. A worker that is still there after `patienceMs` is killed. */
  stop(graceMs: number | undefined, patienceMs: number): Promise<void>;
  kill(): Promise<void>;
}

/** Starts one more worker. */
export function forkWorker(start: WorkerStart): WorkerProcess {
  // Of the web side (and of mail, where `platform/listen` cannot share) each takes connections from one queue of the kernel:
  // one that is given out by us would hang with a dead worker.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Config holds more than JSON does.
  const exec = fileURLToPath(new URL('./run-worker.ts', import.meta.url));
  cluster.setupPrimary({ exec, args: [], serialization: 'advanced' });
  const worker = cluster.fork();
  const { process: child } = worker;
  const channel = createProcessChannel(child);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // A process that cannot be made never exits. Else it is a message that came too late, and the exit follows.
    worker.on('error', (error) => child.pid === undefined && resolve(errorCode(error)));
  });
  let leaseHolder: string | null = null;
  channel.handle('lease-holder', (holder) => {
    leaseHolder = String(holder);
  });
  let fault: StartError | null = null;
  channel.handle('start-failed', (body) => {
    const { message, stack } = body as Error;
    fault = Object.assign(new StartError(message), { stack });
  });
  const failed = ended.then((reason): never => {
    throw fault ?? new StartError(`A worker process ended while it started (${reason}).`);
  });
  const ready = Promise.race([channel.ask('start', start).catch(() => failed), failed]);
  return {
    channel,
    ready: ready as Promise<ProgramFacts>,
    leaseHolder: () => leaseHolder,
    ended,
    stop: async (graceMs, patienceMs) => {
      channel.tell('stop', graceMs);
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(impatience);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
