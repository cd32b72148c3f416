import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reachDatabase } from '#cli/database.ts';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { migrateDatabase, readMigrations } from '#database/migrate-database.ts';
import { openDatabase } from '#database/open-database.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase } from '#support/database.ts';
import { presentServer } from '#support/present-server.ts';
import { silentLog } from '#support/silent-log.ts';

const surroundings = { log: silentLog, random: systemRandom };

let dataDir: string;
beforeEach(async () => {
  dataDir = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-reach-')));
});
afterEach(() => rm(dataDir, { recursive: true }));

function reach(databaseUrl: string | null = null) {
  return reachDatabase({ config: { databaseUrl, dataDir }, ...surroundings });
}

async function makeDatabase(): Promise<void> {
  const { database, close } = await openDatabase({ config: { databaseUrl: null, dataDir }, ...surroundings });
  await migrateDatabase(database);
  await close();
}

async function startedAt({ db }: Database): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`select pg_postmaster_start_time()::text as at`.execute(db);
  return rows[0]?.at;
}

describe('reachDatabase', () => {
  it('starts the embedded server for the moment and gives DATA_DIR free afterwards', async () => {
    await makeDatabase();
    const first = await reach();
    expect(await startedAt(first.database)).toBeDefined();
    await first.close();
    const second = await reach();
    await second.close();
  });

  it('uses the server of the running program', async () => {
    await makeDatabase();
    const server = await startEmbeddedPostgres({ dataDir, ...surroundings });
    const one = await reach();
    const other = await reach();
    expect(await startedAt(one.database)).toBe(await startedAt(other.database));
    await Promise.all([one.close(), other.close()]);
    await server.stop();
  });

  it('refuses the empty database of a restore under way, and leaves it empty', async () => {
    const server = await startEmbeddedPostgres({ dataDir, ...surroundings });
    await expect(reach()).rejects.toThrow('The database is empty. Start the program first: npm start.');
    const database = await connectDatabase(server.url, silentLog);
    expect(await readMigrations(database.db)).toEqual([]);
    await database.db.destroy();
    await server.stop();
  });

  it('uses DATABASE_URL where it is set', async () => {
    const test = await createTestDatabase();
    const reached = await reach(test.url);
    expect(await reached.database.db.selectFrom('users').selectAll().execute()).toEqual([]);
    await reached.close();
    await test.drop();
  });
});
