import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#support/database.ts';
import { presentServer } from '#support/present-server.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, testPassword, visitProgram } from '#support/program.ts';
import { runCommand, startCommand, type StartedCommand } from '#support/run-command.ts';
import { runInside } from '#support/run-inside.ts';

const email = 'ann-account@home.example';
/** Enough for many statements of a restore. */
const tombstones = 60_000;

let place: ProgramPlace;
let env: Record<string, string>;
let folder: string;
/** A whole backup, and what opens it. */
let whole: string;
let key: readonly string[];
let otherData: string;

beforeAll(async () => {
  place = await makeProgramPlace();
  folder = await mkdtemp(join(tmpdir(), 'kauke-killed-'));
  const { output } = await runInside(['backup', 'key'], place.env);
  env = { ...place.env, BACKUP_PUBLIC_KEY: /BACKUP_PUBLIC_KEY=(\S+)/u.exec(output)?.[1] ?? '' };
  await writeFile(join(folder, 'key'), output);
  key = ['--key-file', join(folder, 'key')];
  const program = await startProgram({ env });
  await signUpAt(program, email);
  await program.stop();
  await sql`insert into tombstones (address_hash, owner_hash, created_at)
    select sha256(n::text::bytea), sha256(n::text::bytea), now() from generate_series(1, ${tombstones}) n`.execute(
    place.database.database.db,
  );
  whole = join(folder, 'whole.kauke');
  await runInside(['backup', whole], env);
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  otherData = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-restored-')));
});
afterEach(() => rm(otherData, { recursive: true, maxRetries: 10, retryDelay: 100 }));

async function killWhen(isSo: () => boolean | Promise<boolean>, { child, ended }: StartedCommand): Promise<void> {
  await expect.poll(isSo, { interval: 2 }).toBe(true);
  child.kill('SIGKILL');
  expect((await ended).exitCode).toBeNull();
}

/** Kills a command while a file is there, which is for a moment only: one that was quicker is started again, in a folder as before. */
async function killWhileThere(path: string, start: () => StartedCommand): Promise<void> {
  for (;;) {
    const { child, ended } = start();
    let isOver = false;
    child.once('exit', () => (isOver = true));
    while (!existsSync(path) && !isOver) await nextTurn();
    child.kill('SIGKILL');
    const { exitCode } = await ended;
    if (exitCode === null) return;
    expect(exitCode).toBe(0);
    await rm(dirname(path), { recursive: true, maxRetries: 10, retryDelay: 100 });
    await presentServer(dirname(path));
  }
}

async function namesLike(beginning: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(beginning));
}

/** Whether somebody does this now in a database. */
async function isAt({ database }: TestDatabase, pattern: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like ${pattern}`.execute(
    database.db,
  );
  return rows.length > 0;
}

describe('a backup that does not come to its end', () => {
  it('leaves no file of its name when it is killed, and is made when it is asked for again', async () => {
    const path = join(folder, 'cut.kauke');
    const blocked = Promise.withResolvers<null>();
    const isKilled = Promise.withResolvers<null>();
    const blocking = place.database.database.db.transaction().execute(async (db) => {
      await sql`lock table users in access exclusive mode`.execute(db);
      blocked.resolve(null);
      await isKilled.promise;
    });
    await blocked.promise;
    await killWhen(() => isAt(place.database, '%from "users"%'), startCommand(['backup', path], env));
    isKilled.resolve(null);
    await blocking;
    const [part = '', ...others] = await namesLike('cut.kauke');
    expect(part).toMatch(/^cut\.kauke\.[\da-f]{8}\.part$/u);
    expect(others).toEqual([]);
    expect(await runInside(['restore', join(folder, part), '--verify'], env)).toMatchObject({
      exitCode: 1,
      faults: expect.stringMatching(/^\S+ is (?:no backup of this program, or cut short|damaged)[^\n]*\n$/u),
    });
    expect(await runInside(['backup', path], env)).toMatchObject({ exitCode: 0, faults: '' });
    expect(await runInside(['restore', path, '--verify', ...key], env)).toMatchObject({ exitCode: 0, faults: '' });
  });

  it('is told in one line, with no part left behind, where there is no room for it', async () => {
    const path = join(folder, 'large.kauke');
    const limited = ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, 'src/cli/kauke.ts', 'backup', path];
    const { status, stderr } = spawnSync('/bin/sh', limited, {
      env: { PATH: process.env['PATH'], CONFIG_FILE: 'none', ...env },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, `${path} cannot be written (EFBIG).\n`]);
    expect(await namesLike('large.kauke')).toEqual([]);
  });
});

describe('a restore that does not come to its end', () => {
  it('leaves the database as empty as it was, and can be repeated', async () => {
    const to = await createEmptyTestDatabase();
    const otherEnv = { ...place.env, DATABASE_URL: to.url, DATA_DIR: otherData };
    const restore = ['restore', whole, ...key];
    await killWhen(() => isAt(to, 'insert into "tombstones"%'), startCommand(restore, otherEnv));
    await expect.poll(() => isAt(to, 'insert into "tombstones"%')).toBe(false);
    const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(
      to.database.db,
    );
    expect(rows).toEqual([]);
    // No command takes what is empty for its database, or makes one of it.
    for (const words of [['domain', 'list'], ['migrate'], ['doctor']]) {
      expect(await runInside(words, otherEnv)).toMatchObject({ exitCode: 1 });
    }
    expect(await runInside(restore, otherEnv)).toMatchObject({ exitCode: 0, faults: '' });
    await to.drop();
  });

  it(
    'is whole or nothing when it is killed at its very end, whose SECRET_KEY it brings',
    { tags: 'proof' },
    async () => {
      const { DATABASE_URL: _database, SECRET_KEY: _secret, ...rest } = place.env;
      const otherEnv = { ...rest, DATA_DIR: otherData };
      const restore = ['restore', whole, ...key];
      await killWhileThere(join(otherData, 'secret.key.next'), () => startCommand(restore, otherEnv));
      const again = await runCommand(restore, otherEnv);
      // Its last word was heard, or it was not.
      if (again.exitCode !== 0) expect(again.faults).toMatch(/^The database is not empty[^\n]*\n$/u);
      const program = await startProgram({ env: otherEnv });
      const signedIn = await visitProgram(program).send('POST', '/api/auth/login', { email, password: testPassword });
      expect(signedIn.status).toBe(200);
      expect(existsSync(join(otherData, 'secret.key.next'))).toBe(false);
      await program.stop();
    },
  );
});
