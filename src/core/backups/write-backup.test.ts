import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parseBackupPublicKey } from '#config/backup-public-key.ts';
import { writeBackup } from '#core/backups/write-backup.ts';
import { makeBackupKeyPair } from '#database/backup/backup-key.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { changeSchema, migrateDatabase, migrateWithin } from '#database/migrate-database.ts';
import { createEmptyTestDatabase } from '#support/database.ts';
import { silentLog } from '#support/silent-log.ts';

it('makes a migration wait that comes meanwhile, and nobody else', async () => {
  const test = await createEmptyTestDatabase();
  const { db } = test.database;
  await changeSchema(test.database, '', (all) => migrateWithin(all, '0024-deletions'));
  const folder = await mkdtemp(join(tmpdir(), 'kauke-backup-'));
  const publicKey = parseBackupPublicKey(makeBackupKeyPair().publicKey) ?? Buffer.alloc(0);
  const reading = Promise.withResolvers<null>();
  const goOn = Promise.withResolvers<null>();
  const wanted = { kind: 'backup', withMail: false, secretKey: Buffer.alloc(32) } as const;
  const backup = writeBackup(test.database, wanted, {
    path: join(folder, 'file'),
    publicKey,
    isWanted: async (snapshot) => {
      await sql`select from users`.execute(snapshot);
      reading.resolve(null);
      await goOn.promise;
      return true;
    },
  });
  await reading.promise;
  const newer = await connectDatabase(test.url, silentLog);
  const migrated = migrateDatabase(newer);
  const isWaiting = sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await isWaiting.execute(db)).rows.length).toBe(1);
  const alias = db.transaction().execute(async (one) => {
    await sql`set local lock_timeout = '1s'`.execute(one);
    return sql`select from users`.execute(one);
  });
  expect((await alias).rows).toEqual([]);
  goOn.resolve(null);
  expect(await backup).toMatchObject({ users: 0 });
  expect(await migrated).toContain('0025-operator');
  await newer.db.destroy();
  await rm(folder, { recursive: true });
  await test.drop();
});
