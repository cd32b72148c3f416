import { createCipheriv, randomUUID, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { destroySpoolKey } from '#core/keys/spool-keys.ts';
import { resealKeys } from '#core/keys/key-table.ts';
import type { Db } from '#database/database.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing, testSecretKey } from '#support/key-ring.ts';

const day = 20_778;

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

function octetsOf(key: KeyObject): string {
  return key.export().toString('hex');
}

function spoolMessage(db: Db) {
  return db
    .insertInto('spoolMessages')
    .values({ id: randomUUID(), keyVersion: day, envelopeSealed: Buffer.alloc(0), bodyBytes: 0 })
    .execute();
}

describe('spool keys', () => {
  it('are one a day for all nodes', async () => {
    const rings = await Promise.all(Array.from({ length: 5 }, () => createTestKeyRing(test.database)));
    const made = await Promise.all(rings.map((ring) => ring.spoolKey(day)));
    expect(new Set(made.map(octetsOf)).size).toBe(1);
    const late = await createTestKeyRing(test.database);
    expect(octetsOf(await late.existingSpoolKey(day))).toBe(octetsOf(await rings[0]!.spoolKey(day)));
    expect(octetsOf(await late.spoolKey(day + 1))).not.toBe(octetsOf(await late.spoolKey(day)));
  });

  it('fit AES-256', async () => {
    const key = await (await createTestKeyRing(test.database)).spoolKey(day);
    expect(() => createCipheriv('aes-256-gcm', key, Buffer.alloc(12))).not.toThrow();
  });

  it('cannot be loaded before they are made, but afterwards', async () => {
    const ring = await createTestKeyRing(test.database);
    await expect(ring.existingSpoolKey(day)).rejects.toThrow('this spool key was destroyed');
    const key = await ring.spoolKey(day);
    expect(await ring.existingSpoolKey(day)).toBe(key);
  });

  it('are not made by a node that holds the SECRET_KEY from before a rotation', async () => {
    const ring = await createTestKeyRing(test.database);
    await resealKeys(test.database.db, {
      from: testSecretKey,
      to: Buffer.alloc(32, 9),
      random: systemRandom,
    });
    await expect(ring.spoolKey(day)).rejects.toThrow();
    expect(await test.database.db.selectFrom('keys').where('purpose', '=', 'spool').selectAll().execute()).toEqual([]);
  });
});

describe('destroySpoolKey', () => {
  it('destroys a key that no message needs', async () => {
    await (await createTestKeyRing(test.database)).spoolKey(day);
    expect(await destroySpoolKey(test.database, day)).toBe(true);
    const later = await createTestKeyRing(test.database);
    await expect(later.existingSpoolKey(day)).rejects.toThrow('this spool key was destroyed');
  });

  it('keeps a key while a message is sealed under it', async () => {
    await (await createTestKeyRing(test.database)).spoolKey(day);
    await spoolMessage(test.database.db);
    expect(await destroySpoolKey(test.database, day)).toBe(false);
    await test.database.db.deleteFrom('spoolMessages').execute();
    expect(await destroySpoolKey(test.database, day)).toBe(true);
  });

  it('keeps a key that a message not yet committed needs', async () => {
    await (await createTestKeyRing(test.database)).spoolKey(day);
    let destroyed: Promise<boolean> | undefined;
    await test.database.db.transaction().execute(async (transaction) => {
      await spoolMessage(transaction);
      destroyed = destroySpoolKey(test.database, day);
      // The deletion must have met the lock of the message before the message is committed.
      for (;;) {
        const { rows } = await test.database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rows.length > 0) break;
      }
    });
    expect(await destroyed).toBe(false);
    await expect(spoolMessage(test.database.db)).resolves.toBeDefined();
  });

  it('leaves no way to spool under a destroyed key', async () => {
    await (await createTestKeyRing(test.database)).spoolKey(day);
    await destroySpoolKey(test.database, day);
    await expect(spoolMessage(test.database.db)).rejects.toMatchObject({ code: '23503' });
  });
});
