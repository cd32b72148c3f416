import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { findServerUrl, superuser } from '#database/embedded/server-url.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';
import { presentServer } from '#support/present-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's server; its `template1` is migrated. */
    databaseServerUrl: string;
  }
}

/** Each test opens connections of its own: a proof of the password takes one round then, not 4,096. */
async function makeSignInCheap({ db }: Database, { username, password }: URL): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set scram_iterations = 1`.execute(connection);
    await sql`alter role ${sql.id(username)} password ${sql.lit(password)}`.execute(connection);
  });
}

/** Databases are many and live briefly: to visit each in turn costs a run more than it could give back. */
async function stopAutovacuum({ db }: Database): Promise<void> {
  await sql`alter system set autovacuum = off`.execute(db);
  await sql`select pg_reload_conf()`.execute(db);
}

/** One PostgreSQL server a run. `template1` is migrated once, so that every new database is a migrated one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Too long a path for a socket: tests put gates in front of the server's port.
  const dataDir = await presentServer(await mkdtemp(join(tmpdir(), `kauke-test-${'at-a-port-'.repeat(10)}`)));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
  // Each test makes a database of its own.
  const url = (await findServerUrl(dataDir, superuser)) ?? '';
  const template = await connectDatabase(url.replace(/\/postgres$/u, '/template1'), silentLog);
  await migrateDatabase(template);
  await makeSignInCheap(template, new URL(url));
  await stopAutovacuum(template);
  await template.db.destroy();
  project.provide('databaseServerUrl', url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
}
