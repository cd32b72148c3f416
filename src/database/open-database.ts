import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#config/config.ts';
import type { StartError } from '#config/start-error.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

export interface OpenDatabase {
  readonly database: Database;
  /** The embedded server ended: `null` after `close`, else why. Never settles with DATABASE_URL. */
  readonly exited: Promise<StartError | null>;
  /** Said when all that starts works, as `EmbeddedPostgres` wants to know. Never rejects. */
  finishMigration(): Promise<void>;
  /** Disconnects, and stops the embedded server. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  readonly log: Log;
  readonly random: Random;
  /** The embedded server, when another process of this program runs it; else this process does. */
  readonly embeddedUrl?: string | null;
  /** As for the embedded server: for the program alone, not for a command. */
  readonly movesOlder?: boolean;
}

/**
 * The program's database: the server at DATABASE_URL, else the embedded one, started and held until `close`.
 * @throws StartError one clear line.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { config, log, random, embeddedUrl = null, movesOlder = false } = options;
  const url = config.databaseUrl ?? embeddedUrl;
  if (url !== null) {
    const database = await connectDatabase(url, log);
    return {
      database,
      exited: new Promise(() => null),
      finishMigration: async () => {},
      close: () => closeDatabase(database),
    };
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, random, movesOlder });
  try {
    const database = await connectDatabase(server.url, log);
    const close = async (): Promise<void> => {
      await closeDatabase(database);
      await server.stop();
    };
    return { database, exited: server.exited, finishMigration: server.finishMigration, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Disconnects once queries in hand have come back, or after `graceMs`. Not by Kysely's `destroy`: it loses a
 * connection that is being handed out at that moment, and then waits for it for ever.
 */
export async function closeDatabase({ pool }: Database, graceMs = 3_000): Promise<void> {
  const timer = new AbortController();
  await Promise.race([pool.end(), pause(graceMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
}
