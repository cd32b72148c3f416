import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createDomainDirectory, type MailDomain } from '#core/domains/domain-directory.ts';
import { seedDomains } from '#core/domains/domains.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { findServerUrl } from '#database/embedded/server-url.ts';
import { migrateDatabase, readMigrations } from '#database/migrate-database.ts';
import { openDatabase } from '#database/open-database.ts';
import type { Clock } from '#platform/clock.ts';
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

async function reachRunningServer({ config, log }: CommandContext): Promise<ReachedDatabase | null> {
  const url = await findServerUrl(config.dataDir);
  if (url === null) return null;
  // A pid file that a killed server left behind leads nowhere, or to a server that refuses the password.
  const database = await connectDatabase(url, log).catch(() => null);
  return database && { database, close: () => database.db.destroy() };
}

const advice = 'Start the program first: npm start. If it runs elsewhere, name its settings file in CONFIG_FILE.';

/**
 * Opens the database without the help of a running program.
 * @throws StartError also where there is none: a command in the wrong place would make a new one.
 */
export async function openExisting(context: CommandContext): Promise<ReachedDatabase> {
  const { databaseUrl, dataDir } = context.config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres'))) {
    throw new StartError(`There is no database in DATA_DIR ${dataDir}. ${advice}`);
  }
  return withTables(await openDatabase(context));
}

/** @throws StartError for a database without any table, such as that of a restore under way, which it closes. */
async function withTables(reached: ReachedDatabase): Promise<ReachedDatabase> {
  try {
    if ((await readMigrations(reached.database.db)).length > 0) return reached;
    throw new StartError(`The database is empty. ${advice}`);
  } catch (error) {
    await reached.close();
    throw error;
  }
}

/**
 * The database for a command: DATABASE_URL, else the embedded server of the running program, else one started for the moment.
 * @throws StartError one clear line when none of them can be reached.
 */
export async function reachDatabase(context: CommandContext, open = openExisting): Promise<ReachedDatabase> {
  const running = context.config.databaseUrl === null ? await reachRunningServer(context) : null;
  return running === null ? open(context) : withTables(running);
}

export interface DomainCommandContext extends CommandContext {
  readonly config: Config;
  readonly clock: Clock;
}

/**
 * Does `work` on a database that holds the domains, by the same steps as a start. `open`: what makes one where none is.
 * @throws StartError one clear line.
 */
export async function withDomains<Result>(
  context: DomainCommandContext,
  work: (core: CoreContext, config: Config) => Promise<Result>,
  open = openExisting,
): Promise<Result> {
  const { config, clock, log, random } = context;
  const { database, close } = await reachDatabase(context, open);
  try {
    await migrateDatabase(database);
    const secretKey = await loadSecretKey({ config, database, random });
    const keys = await openKeyRing({ database, secretKey, random });
    const core = { database, keys, clock, random, log };
    await seedDomains(core, config.mailDomains);
    return await work(core, config);
  } finally {
    await close();
  }
}

/** Every domain as it stands now, retired ones too, by position. */
export async function readDomains(
  core: CoreContext,
  config: Pick<Config, 'dkimEd25519'>,
): Promise<readonly MailDomain[]> {
  const directory = await createDomainDirectory(core, config);
  directory.close();
  return directory.all();
}

/**
 * `migrate`: brings the schema up to date, as every start does.
 * @throws StartError one clear line.
 */
export async function migrate(context: CommandContext, print: (line: string) => void): Promise<void> {
  const { database, close } = await reachDatabase(context);
  try {
    const done = await migrateDatabase(database);
    print(done.length === 0 ? 'The database is up to date.' : `Migrated: ${done.join(', ')}.`);
  } finally {
    await close();
  }
}
