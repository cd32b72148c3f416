import { expect, it } from 'vitest';
import { migrate } from '#cli/database.ts';
import { changeSchema, migrateWithin } from '#database/migrate-database.ts';
import { systemRandom } from '#platform/random.ts';
import { createEmptyTestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

it('says what it migrated, and the second time that nothing was left to do', async () => {
  const test = await createEmptyTestDatabase();
  // As an earlier release leaves it.
  await changeSchema(test.database, '', (db) => migrateWithin(db, '0001-foundation'));
  const config = { databaseUrl: test.url, dataDir: '/nonexistent' };
  const lines: string[] = [];
  const run = () => migrate({ config, log: silentLog, random: systemRandom }, (line) => lines.push(line));
  await run();
  await run();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Migrated: 0002-accounts(?:, \d{4}-[\w-]+)*\.$/);
  expect(lines[1]).toBe('The database is up to date.');
  await test.drop();
});
