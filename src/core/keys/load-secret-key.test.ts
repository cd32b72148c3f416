import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatSecretKey, loadSecretKey, secretKeyFiles } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { resealKeys } from '#core/keys/key-table.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';

let test: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-secret-'));
});
afterEach(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true });
});

function load(secretKey: Buffer | null = null): Promise<Buffer> {
  return loadSecretKey({ config: { dataDir, secretKey }, database: test.database, random: systemRandom });
}

function openRing(secretKey: Buffer) {
  return openKeyRing({ database: test.database, secretKey, random: systemRandom });
}

/** Without the file by which processes take turns, which holds nothing. */
async function listKeys(): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name !== 'secret.lock').toSorted();
}

const next = systemRandom.bytes(32);

/** As a rotation leaves the files until its end. */
function beginRotation() {
  return writeFile(secretKeyFiles(dataDir).next, `${formatSecretKey(next)}\n`, { mode: 0o600 });
}

describe('loadSecretKey', () => {
  it('takes the one of the environment and writes no file', async () => {
    expect(await load(next)).toBe(next);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('makes one that only we can read, and finds it again', async () => {
    const made = await load();
    expect(made).toHaveLength(32);
    expect(await load()).toEqual(made);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('makes none beside keys that another one sealed', async () => {
    await openRing(next);
    await expect(load()).rejects.toThrow(/secret\.key is missing/u);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses a damaged file', async () => {
    await writeFile(join(dataDir, 'secret.key'), 'c2hvcnQ=\n', { mode: 0o600 });
    await expect(load()).rejects.toThrow(/secret\.key is damaged/u);
  });

  it('drops the next one when the rotation was killed before it counted', async () => {
    const current = await load();
    await openRing(current);
    await beginRotation();
    expect(await load()).toEqual(current);
    expect(await listKeys()).toEqual(['secret.key']);
  });

  it('takes the next one when the rotation was killed after it counted', async () => {
    const current = await load();
    await openRing(current);
    await beginRotation();
    await resealKeys(test.database.db, { from: current, to: next, random: systemRandom });
    expect(await load()).toEqual(next);
    expect(await listKeys()).toEqual(['secret.key']);
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(`${formatSecretKey(next)}\n`);
  });

  it('keeps both files when neither opens the keys', async () => {
    const current = await load();
    await openRing(systemRandom.bytes(32));
    await beginRotation();
    expect(await load()).toEqual(current);
    expect(await listKeys()).toEqual(['secret.key', 'secret.key.next']);
  });
});
