import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import type { Database } from '#database/database.ts';
import { silentLog } from '#support/silent-log.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly url: string;
  /** Closes `database` and removes it with all it holds. */
  drop(): Promise<void>;
}

async function askServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('databaseServerUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let dropping: Promise<unknown> = Promise.resolve();

/** Nobody waits for it: the server looks ten times a second whether the last connection is gone. What remains goes with the server. */
function dropLater(name: string): void {
  dropping = dropping.then(() => askServer(`drop database ${name} with (force)`)).catch(() => {});
}

function nameDatabase(): { name: string; url: string } {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { name, url: inject('databaseServerUrl').replace(/\/postgres$/u, `/${name}`) };
}

async function openDatabase(template: string): Promise<TestDatabase> {
  const { name, url } = nameDatabase();
  await askServer(`create database ${name} template ${template}`);
  const database = await connectDatabase(url, silentLog);
  return {
    database,
    url,
    drop: async () => {
      await database.db.destroy();
      dropLater(name);
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
