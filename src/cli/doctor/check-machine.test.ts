import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDisk } from '#cli/doctor/check-machine.ts';
import { loadConfig } from '#config/load-config.ts';

const mebibyte = 1024 * 1024;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-doctor-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

function check(freeMebibytes: number, environment: Record<string, string> = {}) {
  const system = { isRoot: false, workingDirectory: dataDir, processors: 1 };
  const config = loadConfig({ DATA_DIR: dataDir, ...environment }, system);
  return checkDisk({ config }, () => Promise.resolve(freeMebibytes * mebibyte));
}

describe('the disk of DATA_DIR', () => {
  it('is at fault without room for mail that waits', async () => {
    expect(await check(512)).toEqual({
      state: 'fault',
      text: '512 MiB free in DATA_DIR: too little for mail that cannot be delivered at once',
      todo: 'Make room until well over 512 MiB are free: so much is kept for the database itself.',
    });
  });

  it('is warned of where less may wait than is set', async () => {
    expect(await check(4000)).toEqual({
      state: 'warning',
      text: '4000 MiB free in DATA_DIR',
      todo: 'Waiting mail gets 3488 MiB of the 4096 MiB (twice SPOOL_MAX) that it may need: make room, or lower SPOOL_MAX.',
    });
  });

  it('is well with room for all, and where the mail waits on another disk that nobody here sees', async () => {
    expect(await check(5000)).toMatchObject({ state: 'ok' });
    const elsewhere = {
      DATABASE_URL: 'postgres://db.example/kauke',
      SECRET_KEY: randomBytes(32).toString('base64'),
    };
    expect(await check(10, elsewhere)).toMatchObject({
      state: 'ok',
      text: '10 MiB free in DATA_DIR; watch the disk of the database where it is',
    });
  });
});
