import { mkdir, mkdtemp, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackupKeyPair } from '#database/backup/backup-key.ts';
import { readMigrations } from '#database/migrate-database.ts';
import { createVisitor, type Visitor } from '#support/api.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#support/database.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { lastOf } from '#support/earlier-release.ts';
import { findFreePort } from '#support/free-port.ts';
import { isReady, keepRunning, sendOn, unpackByHand, upgradeBy } from '#support/kept-program.ts';
import { arrivedAt, inbox } from '#support/numbered-mail.ts';
import { testPassword } from '#support/program.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';

const email = 'ann-account@home.example';
const before = '1.0.24';

let folder: string;
let env: Record<string, string>;
let database: TestDatabase;
let sink: SmtpSink;
let dns: DnsServer;
let archive: string;
let version: string;
let ports: { http: number; mx: number };

async function make(commit: string): Promise<{ path: string; version: string }> {
  const { path, facts } = await makeRelease({ commit, folder, keyFile: null, print: () => {} });
  return { path, version: facts.version };
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kauke-upgraded-')));
  ({ path: archive, version } = await make('HEAD'));
  // Was installed by hand: it knows no archives.
  const earlier = await make(lastOf[before]);
  await mkdir(join(folder, 'releases'));
  await rename(await unpackByHand(earlier.path, join(folder, 'earlier')), join(folder, 'releases', before));
  await symlink(join('releases', before), join(folder, 'current'));
  database = await createEmptyTestDatabase();
  sink = await startSmtpSink();
  dns = await startDnsServer();
  ports = { http: await findFreePort(), mx: await findFreePort() };
  env = {
    PATH: process.env['PATH'] ?? '',
    CONFIG_FILE: 'none',
    DATABASE_URL: database.url,
    SECRET_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: String(ports.http),
    MX_PORT: String(ports.mx),
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    WORKERS: '1',
    DNS_SERVERS: dns.address,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@ops.example',
    TARGET_CONFIRMATION: 'off',
  };
}, 600_000);
afterAll(async () => {
  await sink.stop();
  await dns.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

function visit(): Visitor {
  return createVisitor({ url: `http://127.0.0.1:${ports.http}` });
}

async function signIn(): Promise<{ visitor: Visitor; userId: string }> {
  const visitor = visit();
  const { status, body } = await visitor.send('POST', '/api/auth/login', { email, password: testPassword });
  expect(status).toBe(200);
  return { visitor, userId: (body as { user: { id: string } }).user.id };
}

async function makeAlias(alias: string): Promise<void> {
  const { visitor, userId } = await signIn();
  const wanted = { alias, domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
}

async function listAliases(): Promise<string[]> {
  const { visitor, userId } = await signIn();
  const { body } = await visitor.send('GET', `/api/aliases/${userId}`);
  return (body as { aliases: readonly { alias: string }[] }).aliases.map(({ alias }) => alias).toSorted();
}

it('data of the release before is upgraded under mail, and goes back and forth, and nothing is lost', async () => {
  const stopKeeper = keepRunning(folder, env);
  try {
    await expect.poll(() => isReady(ports.http), { timeout: 60_000 }).toBe(true);
    expect(await visit().send('POST', '/api/auth/register', { email, password: testPassword })).toMatchObject({
      status: 201,
    });
    await makeAlias('my-alias');
    await makeAlias('made-before');
    const seenBefore = await readMigrations(database.database.db);

    const startMs = performance.now();
    const sending = sendOn(ports.mx);
    // So that mail waits while releases change; every second message is put off once.
    let asked = 0;
    sink.setScript({
      onRcpt: () => {
        asked += 1;
        return asked % 2 === 0 ? { code: 451 } : 'accept';
      },
    });
    const withKey = { folder, env: { ...env, BACKUP_PUBLIC_KEY: makeBackupKeyPair().publicKey } };
    const unpacked = await unpackByHand(archive, join(folder, 'unpacked'));
    expect(await upgradeBy(unpacked, [archive], withKey)).toMatchObject({ code: 0, faults: '' });
    expect(await readlink(join(folder, 'current'))).toBe(`releases/${version}`);
    expect((await readMigrations(database.database.db)).length).toBeGreaterThan(seenBefore.length);
    await makeAlias('made-after');
    const upMs = performance.now();

    const installed = join(folder, 'releases', version);
    expect(await upgradeBy(installed, ['--back'], withKey)).toMatchObject({ code: 0, faults: '' });
    expect(await readlink(join(folder, 'current'))).toBe(`releases/${before}`);
    expect(await readMigrations(database.database.db)).toEqual(seenBefore);
    expect(await listAliases()).toEqual(['made-after', 'made-before', 'my-alias']);
    await makeAlias('made-back');
    const backMs = performance.now();

    expect(await upgradeBy(installed, [archive], withKey)).toMatchObject({ code: 0, faults: '' });
    expect(await listAliases()).toEqual(['made-after', 'made-back', 'made-before', 'my-alias']);
    const taken = await sending.stop();
    sink.setScript({});
    await database.database.pool.query(`update spool_deliveries set next_attempt_at = now()`);
    const missing = (): string[] => {
      const arrived = new Set(arrivedAt(sink));
      return taken.filter((one) => !arrived.has(one));
    };
    await expect.poll(missing, { timeout: 120_000 }).toEqual([]);
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    process.stdout.write(
      `${taken.length} messages taken on the way, all arrived; up in ${seconds(upMs - startMs)} s, back in ${seconds(backMs - upMs)} s\n`,
    );
  } finally {
    await stopKeeper();
  }
});
