import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterDirOf, readDisk, readStoredBytes } from '#database/embedded/cluster-disk.ts';

const mebibyte = 1024 * 1024;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-disk-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const tenGibibytes = () => Promise.resolve(10_240 * mebibyte);

describe('readDisk', () => {
  it('keeps free what the log of the database may still need: the less, the more it has', async () => {
    const fresh = await readDisk({ dataDir, databaseUrl: null }, tenGibibytes);
    expect(fresh).toEqual({ freeBytes: 10_240 * mebibyte, reservedBytes: 384 * mebibyte, holdsMail: true });
    const wal = join(clusterDirOf(dataDir), 'pg_wal');
    await mkdir(join(wal, 'archive_status'), { recursive: true });
    for (const name of ['000000010000000000000001', '00000001000000000000000A', '00000002.history']) {
      await writeFile(join(wal, name), '');
    }
    const used = await readDisk({ dataDir, databaseUrl: null }, tenGibibytes);
    expect(used.reservedBytes).toBe((384 - 32) * mebibyte);
  });

  it('takes the fuller one where the database is on another disk than DATA_DIR', async () => {
    const free = (folder: string) => Promise.resolve(folder === dataDir ? 900 : 100);
    expect(await readDisk({ dataDir, databaseUrl: null }, free)).toMatchObject({ freeBytes: 100 });
  });

  it('says that it does not see the disk of a database elsewhere', async () => {
    const elsewhere = { dataDir, databaseUrl: 'postgres://db.example/kauke' };
    expect(await readDisk(elsewhere, tenGibibytes)).toMatchObject({ holdsMail: false });
  });
});

describe('readStoredBytes', () => {
  it('is the sum of what tables and indexes take, and nothing before there are any', async () => {
    const clusterDir = clusterDirOf(dataDir);
    expect(await readStoredBytes(clusterDir)).toBe(0);
    for (const [folder, bytes] of [['base/5', 3000] as const, ['base/1', 1096] as const, ['pg_wal', 99] as const]) {
      await mkdir(join(clusterDir, folder), { recursive: true });
      await writeFile(join(clusterDir, folder, '16384'), Buffer.alloc(bytes));
    }
    expect(await readStoredBytes(clusterDir)).toBe(4096);
  });
});
