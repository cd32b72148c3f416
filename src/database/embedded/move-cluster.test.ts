import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '#database/connect-database.ts';
import { foreseeMove, initCluster } from '#database/embedded/init-cluster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from '#database/embedded/start-embedded-postgres.ts';
import { passwordFile } from '#database/embedded/server-url.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { closeDatabase } from '#database/open-database.ts';
import { readFreeSpace } from '#platform/disk-space.ts';
import { systemRandom } from '#platform/random.ts';
import { compileCache } from '#support/compile-cache.ts';
import { readContent } from '#support/database-content.ts';
import { patience } from '#support/patience.ts';
import { startOlderCluster, type OlderCluster } from '#support/older-cluster.ts';
import { silentLog } from '#support/silent-log.ts';
import { createTestLog } from '#support/test-log.ts';

const timeout = patience.programMs;
let dataDir: string;
let older: OlderCluster;
let before: Record<string, string>;

const at = (name: string): string => join(dataDir, name);

function start(options: Partial<EmbeddedPostgresOptions> = {}) {
  return startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom, movesOlder: true, ...options });
}

async function readMajor(name = 'postgres'): Promise<string | null> {
  return readFile(at(`${name}/PG_VERSION`), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** Everything is there, in a cluster of ours. */
async function expectMoved(): Promise<void> {
  const server = await start();
  expect(await readContent(server.url)).toEqual(before);
  expect(await readMajor()).toBe('18');
  await server.finishMigration();
  await server.stop();
  const left = await readdir(dataDir);
  expect(left.filter((name) => /\.(?:new-|moved|replaced)/u.test(name))).toEqual([]);
  expect((await readdir(at('servers'))).map((name) => name.split('.')[0])).toEqual(['18']);
}

/** Deletions that a trigger would take back if the rows of users came in as new ones. */
const fill = `
  insert into users (id) select gen_random_uuid() from generate_series(1, 3000);
  insert into deletions (kind, row_id, deleted_at)
    select 'users', hashed_id(id), now() - random() * interval '30 days' from users`;

/** What a program leaves that is killed as soon as it has come to a step. */
async function killAt(isReached: (log: string) => boolean | Promise<boolean>): Promise<string | null> {
  const script = fileURLToPath(new URL('../../../tests/support/hold-embedded-postgres.ts', import.meta.url));
  const program = spawn(process.execPath, [script, dataDir, 'log'], {
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(program, 'exit');
  let log = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  await expect.poll(() => isReached(log), { interval: 5 }).toBe(true);
  program.kill('SIGKILL');
  await gone;
  const left = await readdir(dataDir);
  return left.some((name) => name.includes('.moved.new-')) ? 'half moved' : readMajor();
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-major-'));
  older = await startOlderCluster(dataDir);
  const database = await connectDatabase(older.url, silentLog);
  await migrateDatabase(database);
  await closeDatabase(database);
  const client = new Client({ connectionString: older.adminUrl });
  await client.connect();
  await client.query(fill);
  await client.end();
  before = await readContent(older.url);
}, timeout);
afterEach(async () => {
  await older.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe('a cluster of an older major version', () => {
  it('is moved by a start alone, and kept until all works', { timeout }, async () => {
    await older.stop();
    const lines: string[] = [];
    const server = await start({ log: createTestLog((line) => lines.push(line)) });
    expect(await readContent(server.url)).toEqual(before);
    expect([await readMajor(), await readMajor('postgres.replaced')]).toEqual(['18', '17']);
    expect((await readdir(at('servers'))).map((name) => name.split('.')[0])).toEqual(['17', '18']);
    expect(await foreseeMove(dataDir, () => Promise.resolve(0))).toBeNull();
    await server.stop();
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    expect([events[0], events.at(-1)]).toEqual(['database_move_began', 'database_moved']);
    expect(events).toContain('database_table_moved');
    await expectMoved();
  });

  const expectMovedAfterKills = async (isTried: (step: string) => boolean): Promise<void> => {
    await older.stop();
    const holds = (part: string) => async () => (await readdir(dataDir)).some((name) => name.includes(part));
    const steps: readonly [name: string, isReached: (log: string) => boolean | Promise<boolean>, left: string][] = [
      ['began', (log) => log.includes('database_move_began'), '17'],
      ['a new cluster is made', holds('.moved.new-'), 'half moved'],
      ['rows are moved', (log) => log.includes('database_table_moved'), 'half moved'],
      ['all is moved', (log) => log.includes('database_moved'), '18'],
    ];
    for (const [name, isReached, left] of steps.filter(([step]) => isTried(step)))
      expect([name, await killAt(isReached)]).toEqual([name, left]);
    await expectMoved();
  };

  it('survives a kill -9 of the program while rows are moved', { timeout }, () =>
    expectMovedAfterKills((step) => step === 'rows are moved'),
  );

  it('survives one at each step', { timeout, tags: 'proof' }, () => expectMovedAfterKills(() => true));

  it('is whole between the two names that change when it is replaced', { tags: 'proof' }, async () => {
    await older.stop();
    await (await start()).stop();
    // Before the first: what was moved is made anew, for the old one may have gone on.
    await rename(at('postgres'), at('postgres.moved'));
    await rename(at('postgres.replaced'), at('postgres'));
    await (await start()).stop();
    expect([await readMajor(), await readMajor('postgres.replaced')]).toEqual(['18', '17']);
    // After the first.
    await rename(at('postgres'), at('postgres.moved'));
    await expectMoved();
  });

  it('is left as it is where the disk has no room for both', { tags: 'proof' }, async () => {
    await older.stop();
    const names = await readdir(dataDir);
    const freeSpace = () => Promise.resolve(200 * 1024 * 1024);
    await expect(start({ freeSpace })).rejects.toThrow(
      /^The database cannot be moved from PostgreSQL 17 to 18: .* needs \d+ MiB free in \S+, and 200 MiB are\. Make room there,/u,
    );
    await expect(foreseeMove(dataDir, freeSpace)).rejects.toThrow(/ needs \d+ MiB free in \S+, and 200 MiB are\./u);
    expect(await foreseeMove(dataDir, readFreeSpace)).toEqual({ from: 17, to: 18 });
    expect((await readdir(dataDir)).filter((name) => !names.includes(name))).toEqual(['kauke.lock']);
    expect(await readMajor()).toBe('17');
    await expectMoved();
  });

  it('is left as it is where it holds a table that nobody here knows', { tags: 'proof' }, async () => {
    const client = new Client({ connectionString: older.url });
    await client.connect();
    await client.query('create table of_the_operator ()');
    await client.end();
    await older.stop();
    await expect(start()).rejects.toThrow(
      /its table of_the_operator is none of this program's.*The old data is as it was\.$/u,
    );
    expect([await readMajor(), await readMajor('postgres.moved')]).toEqual(['17', null]);
  });

  it('is left as it is by a command, which works on it with the server that was kept', { tags: 'proof' }, async () => {
    await older.stop();
    const server = await start({ movesOlder: false });
    expect(await readContent(server.url)).toEqual(before);
    expect([await readMajor(), await readMajor('postgres.replaced')]).toEqual(['17', null]);
    await server.stop();
    await expectMoved();
  });

  it('takes no writes from a command beside while it is moved', { tags: 'proof' }, async () => {
    await older.stop();
    const found = Promise.withResolvers<string>();
    const log = createTestLog((line) => {
      if (!line.includes('database_table_moved')) return;
      void connectDatabase(older.url, silentLog).then(
        () => found.resolve('writes'),
        (error: unknown) => found.resolve(String(error)),
      );
    });
    const server = await start({ log });
    expect(await found.promise).toMatch(/it is a standby that takes no writes/u);
    await server.stop();
    await expectMoved();
  });
});

describe('a release that is taken back', { tags: 'proof' }, () => {
  it('goes on with the newer server that was kept, and loses nothing', { timeout }, async () => {
    await older.stop();
    await (await start()).stop();
    const password = await readFile(passwordFile(dataDir), 'utf8');
    const move = { password, socketDir: null, log: silentLog, freeSpace: readFreeSpace, movesOlder: true };
    const chosen = await initCluster(older.place, move);
    expect(chosen).toMatchObject({ major: 18, folder: expect.stringContaining(at('servers/18')) });
    expect(await readMajor()).toBe('18');
  });
});
