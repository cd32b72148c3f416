import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StartError } from '#config/start-error.ts';
import { connectDatabase } from '#database/connect-database.ts';
import {
  migrateDatabase,
  readAllMigrations,
  readMigrations,
  setMigrationsAside,
  tryMigrations,
} from '#database/migrate-database.ts';
import { createEmptyTestDatabase, createTestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

describe('migrateDatabase', () => {
  it('migrates an empty database once when ten nodes start together', async () => {
    const test = await createEmptyTestDatabase();
    const nodes = await Promise.all(Array.from({ length: 10 }, () => connectDatabase(test.url, silentLog)));
    const done = await Promise.all(nodes.map(migrateDatabase));
    const [names = [], ...rest] = done.filter((migrated) => migrated.length > 0);
    expect(rest).toEqual([]);
    expect(names[0]).toBe('0001-foundation');
    expect(names).toEqual(names.toSorted());
    await Promise.all(nodes.map(({ db }) => db.destroy()));
    await test.drop();
  });

  it('has nothing to do the second time', async () => {
    const test = await createTestDatabase();
    expect(await migrateDatabase(test.database)).toEqual([]);
    await test.drop();
  });

  it('leaves a database alone that a newer release has migrated', async () => {
    const test = await createTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(test.database.db);
    await expect(migrateDatabase(test.database)).rejects.toThrow(
      new StartError('The database was migrated by a newer release (9999-later); start that release or a later one.'),
    );
    await test.drop();
  });
});

/** The names of the files, from which an installed release is known without being run. */
function listFiles(): string[] {
  const folder = join(import.meta.dirname, 'migrations');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !path.includes('.test.'));
  return paths.flatMap((path) => /(?:^|\/)(\d{4}-[\w-]+)\.ts$/u.exec(path)?.[1] ?? []).toSorted();
}

describe('migrations that are set aside', () => {
  it('let an earlier release start, are taken up again by a later one, and are in backups all the time', async () => {
    const test = await createTestDatabase();
    const { database } = test;
    const all = await readMigrations(database.db);
    const [known, aside] = [all.slice(0, -3), all.slice(-3)];
    expect(await setMigrationsAside(database, known)).toEqual(aside);
    expect(await readMigrations(database.db)).toEqual(known);
    expect(await readAllMigrations(database.db)).toEqual(all);
    // A second way back finds nothing more to do.
    expect(await setMigrationsAside(database, known)).toEqual([]);
    expect(await migrateDatabase(database)).toEqual([]);
    expect(await readMigrations(database.db)).toEqual(all);
    expect(await readAllMigrations(database.db)).toEqual(all);
    await test.drop();
  });

  it('stay aside where the release that starts does not know them either', async () => {
    const test = await createTestDatabase();
    const { database } = test;
    const all = await readMigrations(database.db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(database.db);
    expect(await setMigrationsAside(database, all.slice(0, -1))).toEqual([...all.slice(-1), '9999-later']);
    expect(await migrateDatabase(database)).toEqual([]);
    expect(await readMigrations(database.db)).toEqual(all);
    expect(await readAllMigrations(database.db)).toEqual([...all, '9999-later']);
    await test.drop();
  });

  it('are named as the files of a release are', async () => {
    const test = await createTestDatabase();
    expect(listFiles()).toEqual(await readMigrations(test.database.db));
    await test.drop();
  });
});

it('tryMigrations tells what would be done, and takes it back', async () => {
  const test = await createEmptyTestDatabase();
  const names = await tryMigrations(test.database);
  expect(names[0]).toBe('0001-foundation');
  expect(await readMigrations(test.database.db)).toEqual([]);
  expect(await migrateDatabase(test.database)).toEqual(names);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(test.database.db);
  await expect(tryMigrations(test.database)).rejects.toThrow(/migrated by a newer release \(9999-later\)/u);
  await test.drop();
});
