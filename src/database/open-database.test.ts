import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase } from '#database/open-database.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('closes while a connection is being handed out, and lets its query come back', async () => {
  const database = await connectDatabase(test.url, silentLog);
  const held = await database.pool.connect();
  const users = database.db.selectFrom('users').select('id').execute();
  // Until a second connection is being opened for the query.
  while (database.pool.totalCount < 2) await turn();
  const closed = closeDatabase(database);
  held.release();
  await closed;
  expect(await users).toEqual([]);
  expect(database.pool.totalCount).toBe(0);
});

it('does not wait for ever for a connection that is never given back', async () => {
  const database = await connectDatabase(test.url, silentLog);
  const held = await database.pool.connect();
  await closeDatabase(database, 20);
  expect(database.pool.totalCount).toBe(1);
  held.release();
});
