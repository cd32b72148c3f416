import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rotateSecret } from '#cli/rotate-secret.ts';
import { lockKeyTable } from '#core/keys/key-table.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { openDatabase } from '#database/open-database.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase } from '#support/database.ts';
import { createTestKeyRing, testSecretKey } from '#support/key-ring.ts';
import { presentServer } from '#support/present-server.ts';
import { silentLog } from '#support/silent-log.ts';

const surroundings = { log: silentLog, random: systemRandom };
const where = { field: 'users.email', rowId: '1' };

it('changes the generated secret of the embedded database, and what was sealed still opens', async () => {
  const dataDir = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-rotate-')));
  const config = { databaseUrl: null, dataDir, secretKey: null };
  const open = async () => {
    const opened = await openDatabase({ config, ...surroundings });
    await migrateDatabase(opened.database);
    const secretKey = await loadSecretKey({ config, database: opened.database, random: systemRandom });
    return { ...opened, ring: await openKeyRing({ database: opened.database, secretKey, random: systemRandom }) };
  };
  const first = await open();
  const sealed = first.ring.seal(where, 'kept');
  await first.close();
  const before = await readFile(join(dataDir, 'secret.key'), 'utf8');

  const lines: string[] = [];
  await rotateSecret({ config, ...surroundings, print: (line) => lines.push(line) });

  expect(lines).toEqual(['8 keys are sealed under the new SECRET_KEY.']);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).not.toBe(before);
  expect(await readdir(dataDir)).not.toContain('secret.key.next');
  const second = await open();
  expect(second.ring.open(where, sealed).toString()).toBe('kept');
  await second.close();
  await rm(dataDir, { recursive: true });
});

it('leaves the new secret alone that another command is about to let count, and is refused beside it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-rotate-'));
  const test = await createTestDatabase();
  const { database } = test;
  const config = { databaseUrl: test.url, dataDir, secretKey: null };
  const load = () => loadSecretKey({ config, database, random: systemRandom });
  const ring = await openKeyRing({ database, secretKey: await load(), random: systemRandom });
  const sealed = ring.seal(where, 'kept');
  const print = (): void => {};
  const former = await load();
  // As slow as a database may be.
  const [rotation] = await database.db.transaction().execute(async (transaction) => {
    await lockKeyTable(transaction);
    const begun = rotateSecret({ config, ...surroundings, print });
    await expect.poll(() => readdir(dataDir)).toContain('secret.key.next');
    await expect(rotateSecret({ config, ...surroundings, print })).rejects.toThrow(/^SECRET_KEY is being changed by/u);
    expect(await load()).toEqual(former);
    expect(await readdir(dataDir)).toContain('secret.key.next');
    return [begun];
  });
  await rotation;
  expect(await load()).not.toEqual(former);
  const after = await openKeyRing({ database, secretKey: await load(), random: systemRandom });
  expect(after.open(where, sealed).toString()).toBe('kept');
  await test.drop();
  await rm(dataDir, { recursive: true });
});

it('prints the new SECRET_KEY of your own server before it counts', async () => {
  const test = await createTestDatabase();
  const sealed = (await createTestKeyRing(test.database)).seal(where, 'kept');
  const config = { databaseUrl: test.url, dataDir: '/nonexistent', secretKey: testSecretKey };

  const lines: string[] = [];
  await rotateSecret({ config, ...surroundings, print: (line) => lines.push(line) });

  const secretKey = Buffer.from(lines[0]?.replace('SECRET_KEY=', '') ?? '', 'base64');
  const ring = await openKeyRing({ database: test.database, secretKey, random: systemRandom });
  expect(ring.open(where, sealed).toString()).toBe('kept');
  await expect(createTestKeyRing(test.database)).rejects.toThrow('SECRET_KEY does not open');
  await test.drop();
});

it('changes nothing when the new SECRET_KEY cannot be printed or the old one is wrong', async () => {
  const test = await createTestDatabase();
  await createTestKeyRing(test.database);
  const config = { databaseUrl: test.url, dataDir: '/nonexistent', secretKey: testSecretKey };
  const print = (): void => {
    throw new Error('broken pipe');
  };
  await expect(rotateSecret({ config, ...surroundings, print })).rejects.toThrow('broken pipe');
  const wrong = { ...config, secretKey: Buffer.alloc(32, 1) };
  await expect(rotateSecret({ config: wrong, ...surroundings, print: () => null })).rejects.toThrow(
    'nothing was changed',
  );
  await expect(createTestKeyRing(test.database)).resolves.toBeDefined();
  await test.drop();
});
