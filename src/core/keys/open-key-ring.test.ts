import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, deriveTableKey } from '#core/keys/key-table.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing, testSecretKey } from '#support/key-ring.ts';
import { silentLog } from '#support/silent-log.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const where = { field: 'users.email', rowId: '1' };

function removeKey(purpose: string) {
  return test.database.db.deleteFrom('keys').where('purpose', '=', purpose).execute();
}

describe('openKeyRing', () => {
  it('makes one set of keys when ten nodes open a new database together', async () => {
    const nodes = await Promise.all(Array.from({ length: 10 }, () => connectDatabase(test.url, silentLog)));
    const rings = await Promise.all(nodes.map(createTestKeyRing));
    const sealed = rings.map((ring) => ring.seal(where, 'x'));
    for (const ring of rings) for (const one of sealed) expect(ring.open(where, one).toString()).toBe('x');
    expect(await test.database.db.selectFrom('keys').selectAll().execute()).toHaveLength(8);
    await Promise.all(nodes.map(({ db }) => db.destroy()));
  });

  it('refuses another SECRET_KEY', async () => {
    await createTestKeyRing(test.database);
    const other = openKeyRing({ database: test.database, secretKey: Buffer.alloc(32, 8), random: systemRandom });
    await expect(other).rejects.toThrow('SECRET_KEY does not open the key bounce 1 of this database.');
  });

  it('refuses a row that was moved to another purpose', async () => {
    await createTestKeyRing(test.database);
    await removeKey('loop');
    await test.database.pool.query("update keys set purpose = 'loop' where purpose = 'bounce'");
    await expect(createTestKeyRing(test.database)).rejects.toThrow('SECRET_KEY does not open the key loop 1');
  });

  it('refuses a table where one purpose is missing', async () => {
    await createTestKeyRing(test.database);
    await removeKey('tombstone');
    await expect(createTestKeyRing(test.database)).rejects.toThrow('The key tombstone 1 is missing');
  });

  it('adds the key of message ids to a database from before it, once for ten nodes', async () => {
    await createTestKeyRing(test.database);
    await removeKey('thread');
    const rings = await Promise.all(Array.from({ length: 10 }, () => createTestKeyRing(test.database)));
    const macs = rings.map((ring) => ring.mac('thread', ['x']).mac.toString('hex'));
    expect(new Set(macs).size).toBe(1);
    const rows = await test.database.db.selectFrom('keys').selectAll().where('purpose', '=', 'thread').execute();
    expect(rows).toHaveLength(1);
  });

  it('refuses a table with a gap in the versions', async () => {
    await createTestKeyRing(test.database);
    const tableKey = deriveTableKey(testSecretKey);
    await addKey(test.database.db, tableKey, systemRandom, 'seal', 3);
    await expect(createTestKeyRing(test.database)).rejects.toThrow('The key seal 2 is missing');
    await addKey(test.database.db, tableKey, systemRandom, 'seal', 2);
    const ring = await createTestKeyRing(test.database);
    expect(ring.seal(where, 'x').readUInt16BE()).toBe(3);
  });

  it('refuses an empty table beside accounts', async () => {
    await test.database.db.insertInto('users').values({ id: randomUUID() }).execute();
    await expect(createTestKeyRing(test.database)).rejects.toThrow('The key seal 1 is missing');
    expect(await test.database.db.selectFrom('keys').selectAll().execute()).toEqual([]);
  });

  it('opens what an older seal key sealed', async () => {
    const sealed = (await createTestKeyRing(test.database)).seal(where, 'old');
    await addKey(test.database.db, deriveTableKey(testSecretKey), systemRandom, 'seal', 2);
    expect((await createTestKeyRing(test.database)).open(where, sealed).toString()).toBe('old');
  });
});
