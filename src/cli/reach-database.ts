import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { serverUser } from '#database/embedded/init-cluster.ts';
import { openDatabase } from '#database/open-database.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

export interface ReachedDatabase {
  readonly database: Database;
  /** Disconnects, and stops the server if it was started for the moment. */
  close(): Promise<void>;
}

export interface CommandContext {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  readonly log: Log;
  readonly random: Random;
}

/** The server that a running program holds: its port stands on the fourth line of PostgreSQL's own pid file. */
async function findRunningServerUrl(dataDir: string): Promise<string | null> {
  try {
    const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
    return `postgres://${serverUser}:${password.trim()}@127.0.0.1:${Number(pidFile.split('\n')[3])}/postgres`;
  } catch {
    return null;
  }
}

async function reachRunningServer({ config, log }: CommandContext): Promise<ReachedDatabase | null> {
  const url = await findRunningServerUrl(config.dataDir);
  if (url === null) return null;
  // A pid file that a killed server left behind leads nowhere, or to a server that refuses the password.
  const database = await connectDatabase(url, log).catch(() => null);
  return database && { database, close: () => database.db.destroy() };
}

/**
 * The database for a command: DATABASE_URL, else the embedded server of the running program, else one started for the moment.
 * @throws StartError one clear line when none of them can be reached.
 */
export async function reachDatabase(context: CommandContext): Promise<ReachedDatabase> {
  const running = context.config.databaseUrl === null ? await reachRunningServer(context) : null;
  return running ?? openDatabase(context);
}
