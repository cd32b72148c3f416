import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { readContent } from '#support/database-content.ts';
import { accepted, arrivedAt, byText, greet, inbox, send } from '#support/numbered-mail.ts';
import { startOlderCluster, type OlderCluster } from '#support/older-cluster.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, testPassword, visitProgram } from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';

const email = 'ann-account@home.example';
const messages = ['one', 'two', 'three', 'four', 'five'];

let place: ProgramPlace;
let dataDir: string;
let older: OlderCluster;

beforeEach(async () => {
  place = await makeProgramPlace();
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-older-'));
  older = await startOlderCluster(dataDir);
});
afterEach(async () => {
  await place.remove();
  await older.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const readMajor = async (): Promise<string> => (await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).trim();

it('starts on the data of an older PostgreSQL with every row, and sends the mail that waited there', async () => {
  const { DATABASE_URL: _database, ...rest } = place.env;
  const env = { ...rest, DATA_DIR: dataDir };
  const former = await startProgram({ env: { ...env, DATABASE_URL: older.url } });
  const { userId, visitor } = await signUpAt(former, email);
  for (const name of ['my-alias', 'my-other']) {
    const wanted = { alias: name, domain: 'kauke.test', forwardTo: inbox };
    expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
  }
  place.sink.setScript({ onRcpt: () => ({ code: 451 }) });
  const client = await greet(former);
  for (const id of messages) expect(await send(client, id)).toBe(accepted);
  client.destroy();
  await former.stop();
  const admin = new Client({ connectionString: older.adminUrl });
  await admin.connect();
  await admin.query('update spool_deliveries set next_attempt_at = now()');
  await admin.end();
  const before = await readContent(older.url);
  for (const table of ['users', 'aliases', 'spool_messages', 'spool_chunks', 'keys', 'sessions', 'kysely_migration']) {
    expect(before[table]).toMatch(/^[1-9]\d* rows, /u);
  }
  await older.stop();

  const moved = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom, movesOlder: true });
  expect(await readContent(moved.url)).toEqual(before);
  await moved.stop();
  expect(await readMajor()).toBe('18');

  place.sink.setScript({});
  const program = await startProgram({ env: { ...env, WORKERS: '2' } });
  const again = visitProgram(program);
  expect(await again.send('POST', '/api/auth/login', { email, password: testPassword })).toMatchObject({ status: 200 });
  await expect
    .poll(
      () =>
        arrivedAt(place.sink)
          .filter((id) => id !== '')
          .toSorted(byText),
      { timeout: 120_000 },
    )
    .toEqual(messages.toSorted(byText));
  await expect.poll(() => readdir(dataDir)).not.toContain('postgres.replaced');
  await expect.poll(() => readdir(join(dataDir, 'servers'))).toHaveLength(1);
  await program.stop();
});
