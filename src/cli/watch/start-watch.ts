import type { Config } from '#config/config.ts';
import type { Adapters } from '#main/adapters.ts';
import type { ProgramFacts } from '#main/main.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 60_000;
/** A start is over, and whoever waits for the heartbeat is not left waiting longer than needed. */
const firstAfterMs = 5_000;

/**
 * Looks after a running program, from the process that others of it may hang beside: tells its operator what is wrong, and lets
 * somebody outside know that mail passes. What it takes is loaded with the first round, when the start is over.
 * Returns how to stop.
 */
export function startWatch(
  config: Config,
  facts: ProgramFacts,
  adapters: Pick<Adapters, 'clock' | 'random' | 'log'>,
): () => Promise<void> {
  // In preview nothing leaves this machine, and there is nobody to tell.
  if (config.delivery === 'preview') return async () => {};
  const stopping = new AbortController();
  const load = async () => {
    const { openWatch } = await import('#cli/watch/open-watch.ts');
    return openWatch(config, facts, adapters, { everyMs, signal: stopping.signal });
  };
  let watch: ReturnType<typeof load> | null = null;
  const open = (): ReturnType<typeof load> => (watch ??= load());
  const round = async (): Promise<void> => (await open()).round();
  const fail = (error: unknown): void => adapters.log.error('watch_failed', error);
  const first = setTimeout(() => void round().catch(fail), firstAfterMs).unref();
  // A look under way may take minutes: it is left alone, and tells nothing more.
  const stops = [
    runEvery(everyMs, round, fail),
    // The heartbeat does not wait for it.
    runEvery(everyMs, async () => (await open()).examine(), fail),
  ];
  return async () => {
    stopping.abort();
    clearTimeout(first);
    for (const stop of stops) void stop();
    await (await watch)?.close();
  };
}
