import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataCatalogue } from '#database/data-catalogue.ts';
import { columnName, renderDataGuide } from '#database/render-data-guide.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** `table.column` on one side only: what the catalogue does not explain, and what it explains and is not there. */
async function findDifferences(): Promise<{ unlisted: string[]; missing: string[] }> {
  const { rows } = await test.database.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('kysely_migration', 'kysely_migration_lock')`);
  const found = new Set(rows.map(({ name }) => name));
  const listed = new Set(
    Object.entries(dataCatalogue).flatMap(([table, { columns }]) =>
      Object.keys(columns).map((column) => `${columnName(table)}.${columnName(column)}`),
    ),
  );
  return {
    unlisted: [...found].filter((name) => !listed.has(name)),
    missing: [...listed].filter((name) => !found.has(name)),
  };
}

it('explains every column of the migrated database, and none that is not there', async () => {
  expect(await findDifferences()).toEqual({ unlisted: [], missing: [] });
});

it('notices a planted column, a planted table and a column that is gone', async () => {
  const { pool } = test.database;
  await pool.query('alter table contacts add column first_seen_at timestamptz');
  await pool.query('create table senders (address text)');
  await pool.query('alter table aliases drop column pinned');
  const { unlisted, missing } = await findDifferences();
  expect(unlisted.toSorted()).toEqual(['contacts.first_seen_at', 'senders.address']);
  expect(missing).toEqual(['aliases.pinned']);
});

it('finds docs/data.md as it would be generated now', async () => {
  const guide = await readFile(new URL('../../docs/data.md', import.meta.url), 'utf8');
  expect(guide, 'run: npm run docs').toBe(renderDataGuide());
});
