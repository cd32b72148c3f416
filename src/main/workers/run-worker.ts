import { flushCompileCache } from 'node:module';
import type { Config } from '#config/config.ts';
import { letHeapGrow } from '#config/process-settings.ts';
import { StartError } from '#config/start-error.ts';
import { startKauke, systemAdapters } from '#main/main.ts';
import { createProcessChannel } from '#main/workers/process-channel.ts';
import { collectGarbage } from '#platform/collect-garbage.ts';
import { listenBeside, listenFirst } from '#platform/listen.ts';
import { outliveReaders } from '#platform/log.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly config: Config;
  /** No other worker of its program has taken the ports yet. */
  readonly isFirst: boolean;
  /** The embedded database; null: DATABASE_URL. */
  readonly embeddedUrl: string | null;
  /** 48 octets. */
  readonly ticketKeys: Uint8Array;
}

/** A worker: the whole program. Its primary alone decides when it ends. */
const { log } = systemAdapters;
const coordinator = createProcessChannel(process);

function crash(error: unknown): never {
  log.error('crashed', error);
  process.exit(1);
}

/** A fault of the start is told by the primary, in its one line or in the log. */
async function endStart(error: unknown): Promise<never> {
  if (!(error instanceof StartError)) crash(error);
  const { message, stack } = error;
  await coordinator.ask('start-failed', { message, stack });
  process.exit(1);
}

outliveReaders([process.stdout, process.stderr]);
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
// A Ctrl-C reaches every process of the terminal, and a process manager may signal all of them: the primary tells us.
// When it is lost, node:cluster ends this process at once.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

coordinator.handle('start', async (body) => {
  const { config, isFirst, embeddedUrl, ticketKeys: keys } = body as WorkerStart;
  const listen = isFirst ? listenFirst : listenBeside;
  const ticketKeys = Buffer.from(keys);
  const adapters = { ...systemAdapters, coordinator, embeddedUrl, ticketKeys, listen };
  const program = await startKauke(config, adapters).catch(endStart);
  // The next worker need not compile anew, also when this one never comes to its end.
  flushCompileCache();
  letHeapGrow();
  collectGarbage();
  coordinator.handle('stop', async (graceMs) => {
    await program.stop(graceMs as number | undefined);
    process.exit(0);
  });
  return { ...program, failed: undefined, stop: undefined };
});
