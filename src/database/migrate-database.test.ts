import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StartError } from '#config/start-error.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
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
