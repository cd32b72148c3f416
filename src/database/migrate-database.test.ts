import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#config/start-error.ts';
import { connectDatabase } from '#database/connect-database.ts';
import {
  changeSchema,
  migrateDatabase,
  migrateWithin,
  readAllMigrations,
  readMigrations,
  setMigrationsAside,
  tryMigrations,
} from '#database/migrate-database.ts';
import { systemClock } from '#platform/clock.ts';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#support/database.ts';
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

  it('goes by names, whatever the clock said while it ran before', async () => {
    const test = await createEmptyTestDatabase();
    const { database } = test;
    await changeSchema(database, '', (db) => migrateWithin(db, '0012-leased-by'));
    const before = await readMigrations(database.db);
    expect([before[0], before.at(-1)]).toEqual(['0001-foundation', '0012-leased-by']);
    // As an earlier release noted them, on a machine whose clock was put back meanwhile.
    for (const [index, name] of before.entries()) {
      const timestamp = new Date(Date.UTC(2026, 10, 30 - index)).toISOString();
      await sql`update kysely_migration set timestamp = ${timestamp} where name = ${name}`.execute(database.db);
    }
    const done = await migrateDatabase(database);
    expect(done[0]).toBe('0013-place-leases');
    expect(await readMigrations(database.db)).toEqual([...before, ...done]);
    expect(await migrateDatabase(database)).toEqual([]);
    // Earlier releases read times.
    const { rows } = await sql<{ timestamp: string }>`
      select timestamp from kysely_migration where name = any(${done})`.execute(database.db);
    const times = rows.map(({ timestamp }) => Date.parse(timestamp));
    expect(times.every((time) => time === times[0] && Math.abs(time - systemClock.now()) < 60_000)).toBe(true);
    await test.drop();
  });

  it('waits for another program that changes the schema, however long the server says nothing', async () => {
    const test = await createEmptyTestDatabase();
    const [other, hasty] = [
      await connectDatabase(test.url, silentLog),
      await connectDatabase(test.url, silentLog, 200),
    ];
    const entered = Promise.withResolvers<null>();
    const leave = Promise.withResolvers<null>();
    const first = changeSchema(other, '', async () => {
      entered.resolve(null);
      await leave.promise;
    });
    await entered.promise;
    const second = migrateDatabase(hasty);
    // Another connection of the same pool is given up after as long a silence.
    await expect(sql`select pg_sleep(60)`.execute(hasty.db)).rejects.toThrow('no answer');
    leave.resolve(null);
    await first;
    expect(await second).toContain('0001-foundation');
    await Promise.all([other, hasty].map(({ db }) => db.destroy()));
    await test.drop();
  });
});

describe('a role that may not change the schema', () => {
  let test: TestDatabase;
  let [role, former]: string[] = [];
  const asSuperuser = (statement: string) => sql.raw(statement).execute(test.database.db);

  beforeEach(async () => {
    test = await createEmptyTestDatabase();
    [role, former] = [1, 2].map(() => `role_${randomUUID().slice(0, 8)}`);
    for (const name of [role, former]) await asSuperuser(`create role ${name} login password 'hunter2'`);
  });
  afterEach(async () => {
    await asSuperuser(`drop owned by ${role}, ${former}; drop role ${role}, ${former}`);
    await test.drop();
  });

  async function migrateAs(name = role, last: string | null = null): Promise<string[]> {
    const url = new URL(test.url);
    [url.username, url.password] = [name ?? '', 'hunter2'];
    const database = await connectDatabase(url.href, silentLog);
    try {
      return await changeSchema(database, 'The database could not be migrated', (db) => migrateWithin(db, last));
    } finally {
      await database.db.destroy();
    }
  }

  it('is told in one line what to grant, and that is enough', async () => {
    const grant = `grant all on schema public to ${role}`;
    await expect(migrateAs()).rejects.toThrow(
      new StartError(
        `The database could not be migrated: permission denied for schema public. Let its owner run in this database: ${grant}`,
      ),
    );
    await asSuperuser(grant);
    expect(await migrateAs()).toContain('0001-foundation');
  });

  it('is told whose the tables are and how they become its own, and that is enough', async () => {
    await asSuperuser(`grant all on schema public to ${role}, ${former}`);
    await migrateAs(former, '0012-leased-by');
    const reassign = `reassign owned by ${former} to ${role}`;
    const mending = `Its tables belong to another role; let a superuser run: ${reassign}`;
    await expect(migrateAs()).rejects.toThrow(
      `The database could not be migrated: permission denied for table kysely_migration. ${mending}`,
    );
    await asSuperuser(`grant all on all tables in schema public to ${role}`);
    await expect(migrateAs()).rejects.toThrow(
      new RegExp(`^The database could not be migrated: must be owner of table \\w+\\. ${mending}$`, 'u'),
    );
    await asSuperuser(reassign);
    expect(await migrateAs()).toContain('0013-place-leases');
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
