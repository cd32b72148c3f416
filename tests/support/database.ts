import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { memoryFolder } from '#support/memory-folder.ts';
import { silentLog } from '#support/silent-log.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly url: string;
  /** Closes `database` and removes it with all it holds. */
  drop(): Promise<void>;
}

/** A way to the run's server that stays open: to open one costs the half of the database that it is for. */
function openWay(): Pool {
  const connectionString = inject('databaseServerUrl');
  const way = new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may end before this process does.
  return way.on('error', () => {});
}

let making: Pool | null = null;
let dropping: Pool | null = null;

/** Asks the run's server, one after the other. */
export async function askServer(statement: string): Promise<readonly object[]> {
  making ??= openWay();
  return (await making.query<object>(statement)).rows;
}

/** Nobody waits for it: the server looks ten times a second whether the last connection is gone. What remains goes with the server. */
export function dropLater(url: string): void {
  const name = url.slice(url.lastIndexOf('/') + 1);
  dropping ??= openWay();
  dropping.query(`drop database ${name} with (force)`).catch(() => {});
}

/** Copied as files a database takes the server half as long, but has each of them synced, which costs nothing in memory alone. */
const strategy = tmpdir().startsWith(memoryFolder) ? 'file_copy' : 'wal_log';

/** Makes a database of the run's server. Gives its URL. */
async function copyDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await askServer(`create database ${name} template ${template} strategy ${strategy}`);
  return inject('databaseServerUrl').replace(/\/postgres$/u, `/${name}`);
}

/** What a program needs to work on a migrated, empty database of the run's server, as one of its own takes seconds to make. */
export async function makeProgramDatabase(): Promise<{ DATABASE_URL: string; SECRET_KEY: string }> {
  return { DATABASE_URL: await copyDatabase('template1'), SECRET_KEY: randomBytes(32).toString('base64') };
}

/** A copy of a database of the run's server. */
export async function openDatabase(template: string): Promise<TestDatabase> {
  const url = await copyDatabase(template);
  const database = await connectDatabase(url, silentLog);
  return {
    database,
    url,
    drop: async () => {
      await database.db.destroy();
      dropLater(url);
    },
  };
}

/** A fresh, migrated, empty database on the run's server. */
export function createTestDatabase(): Promise<TestDatabase> {
  return openDatabase('template1');
}

/** A database without any table. */
export function createEmptyTestDatabase(): Promise<TestDatabase> {
  return openDatabase('template0');
}
