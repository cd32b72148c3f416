import { hostname } from 'node:os';
import { openDoctor } from '#cli/doctor/open-doctor.ts';
import { createWatch, type Watch } from '#cli/watch/create-watch.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { findServerUrl } from '#database/embedded/server-url.ts';
import { closeDatabase } from '#database/open-database.ts';
import type { Adapters } from '#main/adapters.ts';
import type { ProgramFacts } from '#main/main.ts';
import { answerInTime } from '#platform/answer-in-time.ts';

type WatchAdapters = Pick<Adapters, 'clock' | 'random' | 'log'>;

/** Of one statement. */
const queryMs = 15_000;
/** Neither a round under way nor a silent database is waited for. */
const closeMs = 500;

/** Connections of its own, so that it finds out what the program's would tell late. */
async function connectCore(config: Config, adapters: WatchAdapters): Promise<CoreContext> {
  const url = config.databaseUrl ?? (await findServerUrl(config.dataDir));
  if (url === null) throw new StartError('The embedded server does not run.');
  const database = await connectDatabase(url, adapters.log, queryMs);
  try {
    const { random } = adapters;
    const keys = await openKeyRing({ database, random, secretKey: await loadSecretKey({ config, database, random }) });
    return { database, keys, ...adapters };
  } catch (error) {
    await closeDatabase(database);
    throw error;
  }
}

/** As the program listens now. */
function withPorts(config: Config, { httpPort, httpsPort, mxPort, ...facts }: ProgramFacts): Config {
  const submissionPort = facts.submissionPort ?? 0;
  const submissionsPort = facts.submissionsPort ?? 0;
  return { ...config, httpPort, httpsPort, mxPort: mxPort ?? 0, submissionPort, submissionsPort };
}

/** One for a running program, and how to let go of what it holds. It tells nothing more once `signal` is aborted. */
export function openWatch(
  config: Config,
  facts: ProgramFacts,
  adapters: WatchAdapters,
  { everyMs, signal }: { readonly everyMs: number; readonly signal: AbortSignal },
): Watch & { close(): Promise<void> } {
  const bound = withPorts(config, facts);
  let connected: Promise<CoreContext> | null = null;
  const openCore = (): Promise<CoreContext> => {
    connected ??= connectCore(config, adapters).catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return connected;
  };
  const watch = createWatch({
    ...adapters,
    openCore,
    openDoctor: () => openDoctor(bound, adapters),
    node: `${hostname()} ${config.httpPort}`,
    everyMs,
    signal,
  });
  return {
    ...watch,
    close: async () => {
      if (connected === null) return;
      const core = await answerInTime(connected, closeMs, null).catch(() => null);
      if (core !== null) await closeDatabase(core.database, closeMs);
    },
  };
}
