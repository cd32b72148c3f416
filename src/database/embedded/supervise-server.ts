import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#config/start-error.ts';
import type { RunningServer } from '#database/embedded/spawn-server.ts';
import type { Log } from '#platform/log.ts';

/** Ends in a row before it is given up. */
const maxRestarts = 5;
/** Running this long makes an end the first of its row. */
const calmMs = 10 * 60_000;

export interface SupervisedServer {
  /** The server is down for good: `null` when `stop` was called, else why. */
  readonly exited: Promise<StartError | null>;
  stop(): Promise<void>;
}

/**
 * Supervises the server process: one that ends by itself, by the kernel's out-of-memory killer for instance, is started
 * again, at once and then after 1, 2, 4 and 8 seconds. `start` must bring it up at the same address as before, so that
 * pools find it. What ends again and again, or cannot be started, is left to whoever reads `exited`.
 */
export function superviseServer(first: RunningServer, start: () => Promise<RunningServer>, log: Log): SupervisedServer {
  const stopping = new AbortController();
  let server = first;
  let ends = 0;

  const restart = async (reason: StartError): Promise<StartError | null> => {
    ends += 1;
    if (ends > maxRestarts) return reason;
    log.warn('database_restarted', { reason: reason.message, ends });
    const pauseMs = ends === 1 ? 0 : 500 * 2 ** (ends - 1);
    await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return null;
    try {
      server = await start();
    } catch (error) {
      return error instanceof StartError ? error : new StartError(reason.message, { cause: error });
    }
    if (stopping.signal.aborted) await server.stop();
    return supervise();
  };
  const supervise = async (): Promise<StartError | null> => {
    const calm = setTimeout(() => (ends = 0), calmMs).unref();
    const reason = await server.exited;
    clearTimeout(calm);
    return reason === null || stopping.signal.aborted ? null : restart(reason);
  };

  const exited = supervise();
  return {
    exited,
    stop: async () => {
      stopping.abort();
      await server.stop();
      // A start under way ends first: nothing may be left behind that uses the folder.
      await exited;
    },
  };
}
