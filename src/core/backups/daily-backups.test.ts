import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseBackupPublicKey } from '#config/backup-public-key.ts';
import { startDailyBackups } from '#core/backups/daily-backups.ts';
import { inspectBackup } from '#core/backups/restore-backup.ts';
import { makeBackupKeyPair, readBackupKey } from '#database/backup/backup-key.ts';
import { createTestCore, dayMs, type TestCore } from '#support/core.ts';
import { testSecretKey } from '#support/key-ring.ts';

const pair = makeBackupKeyPair();
const publicKey = parseBackupPublicKey(pair.publicKey) ?? Buffer.alloc(0);

let test: TestCore;
let folder: string;
let keyFile: string;

beforeEach(async () => {
  test = await createTestCore();
  folder = await mkdtemp(join(tmpdir(), 'kauke-daily-'));
  keyFile = join(await mkdtemp(join(tmpdir(), 'kauke-key-')), 'key');
  await writeFile(keyFile, pair.privateKey);
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
  await rm(join(keyFile, '..'), { recursive: true });
});

/** One round of `processes`, to its end. */
async function runRound(processes = 1, keep = 3): Promise<void> {
  const options = { ...test.core, secretKey: testSecretKey, publicKey, folder, keep };
  const stops = Array.from({ length: processes }, () => startDailyBackups(options));
  await expect.poll(() => readdir(folder)).toContain('deletions.kauke');
  await Promise.all(stops.map((stop) => stop()));
}

async function listBackups(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'deletions.kauke').toSorted();
}

async function countDeletions(): Promise<number> {
  const journal = { path: join(folder, 'deletions.kauke'), privateKey: await readBackupKey(keyFile) };
  return (await inspectBackup(journal, 'deletions')).counts['deletions'] ?? 0;
}

describe('daily backups', () => {
  it('are one a day, however many processes run, and as many as are wanted', async () => {
    await runRound(4);
    expect(await listBackups()).toEqual(['kauke-2026-11-21.kauke']);
    for (let day = 0; day < 4; day += 1) {
      await rm(join(folder, 'deletions.kauke'));
      await runRound();
      test.advance(dayMs);
    }
    expect(await listBackups()).toEqual(['kauke-2026-11-22.kauke', 'kauke-2026-11-23.kauke', 'kauke-2026-11-24.kauke']);
    const newest = { path: join(folder, 'kauke-2026-11-24.kauke'), privateKey: await readBackupKey(keyFile) };
    expect((await inspectBackup(newest)).manifest).toMatchObject({ withMail: false });
  });

  it('are gone after 30 days, and what is not theirs stays', async () => {
    await writeFile(join(folder, 'kauke-2026-10-20.kauke'), '');
    await writeFile(join(folder, 'kauke-2026-10-20-before-1.1.0.kauke'), '');
    await writeFile(join(folder, 'kauke-2026-11-20-before-1.2.0.kauke'), '');
    for (const part of ['kauke-2026-11-19.kauke.0123abcd.part', 'kauke-2026-11-19-before-1.2.0.kauke.0123abcd.part']) {
      const begun = new Date(test.core.clock.now() - 2 * dayMs);
      await writeFile(join(folder, part), '');
      await utimes(join(folder, part), begun, begun);
    }
    await writeFile(join(folder, 'notes.txt'), '');
    await writeFile(join(folder, 'kauke-by-hand.kauke'), '');
    await runRound(1, 30);
    const left = ['kauke-2026-11-20-before-1.2.0.kauke', 'kauke-2026-11-21.kauke', 'kauke-by-hand.kauke', 'notes.txt'];
    expect(await listBackups()).toEqual(left);
  });

  it('have a journal beside them that follows what is deleted', async () => {
    await runRound();
    expect(await countDeletions()).toBe(0);
    const { db } = test.core.database;
    const id = '018f3f5e-0000-7000-8000-000000000001';
    await db
      .insertInto('users')
      .values({ id, emailSealed: null, emailHash: null, emailVerifiedAt: null, passwordHash: null })
      .execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
    // Its own time is that of this machine, and the clock of the test stands still.
    const written = new Date(test.core.clock.now() - 60_000);
    await utimes(join(folder, 'deletions.kauke'), written, written);
    const stop = startDailyBackups({ ...test.core, secretKey: testSecretKey, publicKey, folder, keep: 3 });
    await expect.poll(countDeletions).toBe(1);
    await stop();
  });

  it('say so when the folder is gone, and go on', async () => {
    await rm(folder, { recursive: true });
    const stop = startDailyBackups({ ...test.core, secretKey: testSecretKey, publicKey, folder, keep: 3 });
    await expect.poll(() => test.logLines.join('')).toContain('"event":"backup.failed"');
    await stop();
    folder = await mkdtemp(join(tmpdir(), 'kauke-daily-'));
  });

  it('outlive a clock that was put back: none stays the newest for years, and the journal goes on', async () => {
    for (const name of ['kauke-2031-01-01.kauke', 'kauke-2026-11-20.kauke']) await writeFile(join(folder, name), '');
    await writeFile(join(folder, 'deletions.kauke'), '');
    const later = new Date('2031-01-01');
    await utimes(join(folder, 'deletions.kauke'), later, later);
    const stop = startDailyBackups({ ...test.core, secretKey: testSecretKey, publicKey, folder, keep: 2 });
    await expect.poll(countDeletions).toBe(0);
    await stop();
    expect(await listBackups()).toEqual(['kauke-2026-11-20.kauke', 'kauke-2026-11-21.kauke']);
  });
});
