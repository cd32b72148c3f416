import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeBackupKeyPair } from '#database/backup/backup-key.ts';
import { createVisitor } from '#support/api.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { accepted, arrivedAt, greet, inbox, send } from '#support/numbered-mail.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { testPassword } from '#support/program.ts';
import { makeArchive, programFiles } from '#support/release-archive.ts';

let place: ProgramPlace;
let dns: DnsServer;
let folder: string;
let env: Record<string, string>;
let mxPort: number;
let httpPort: number;

interface End {
  readonly code: unknown;
  readonly output: string;
  readonly faults: string;
}

/** By the release that is in place, or that was unpacked by hand. */
function upgrade(...words: readonly string[]): Promise<End> {
  return upgradeFrom(join(folder, 'current'), ...words);
}

function upgradeFrom(home: string, ...words: readonly string[]): Promise<End> {
  return new Promise((done) => {
    const all = ['upgrade', ...words, '--at', folder];
    execFile(join(home, 'kauke'), all, { env, cwd: folder }, (error, output, faults) =>
      done({ code: error?.code ?? 0, output, faults }),
    );
  });
}

function archiveOf(version: string, start?: string): Promise<string> {
  return makeArchive(join(folder, 'fetched'), version, programFiles(version, start));
}

/** The archive unpacked by tar, as by somebody who has nothing else yet. */
async function unpackByHand(archive: string): Promise<string> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await promisify(execFile)('tar', ['-xzf', archive, '-C', unpacked]);
  return join(unpacked, readdirSync(unpacked)[0] ?? '');
}

function links(): unknown {
  return Object.fromEntries(['current', 'previous'].map((link) => [link, readlinkSync(join(folder, link))]));
}

/** Starts whatever `current` is, again and again, as systemd does with Restart=always. */
function keepRunning(): () => Promise<void> {
  const script = 'while :; do "$1/current/kauke" start; sleep 0.2; done';
  const keeper = spawn('/bin/sh', ['-c', script, 'sh', folder], { env, cwd: folder, stdio: 'ignore', detached: true });
  const ended = once(keeper, 'exit');
  return async () => {
    process.kill(-(keeper.pid ?? 0), 'SIGTERM');
    await ended;
  };
}

function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${httpPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

beforeAll(async () => {
  place = await makeProgramPlace();
  dns = await startDnsServer();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kauke-place-')));
  [mxPort, httpPort] = [await findFreePort(), await findFreePort()];
  env = {
    ...place.env,
    PATH: process.env['PATH'] ?? '',
    CONFIG_FILE: 'none',
    WORKERS: '1',
    DNS_SERVERS: dns.address,
    HTTP_PORT: String(httpPort),
    MX_PORT: String(mxPort),
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    BACKUP_PUBLIC_KEY: makeBackupKeyPair().publicKey,
  };
});
afterAll(async () => {
  await place.remove();
  await dns.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Messages one after the other until `stop`: whoever is refused or cut off comes again, as a mail server does. */
function sendOn(): { stop(): Promise<readonly string[]> } {
  const taken: string[] = [];
  let goesOn = true;
  const sending = (async () => {
    for (let count = 0; goesOn;) {
      const client = await greet({ mxPort }).catch(() => null);
      while (client !== null && goesOn) {
        const reply = await send(client, `number-${count}`).catch(() => '');
        if (reply === '') break;
        if (reply === accepted) taken.push(`number-${count}`);
        count += 1;
      }
      client?.destroy();
    }
  })();
  return {
    stop: async () => {
      goesOn = false;
      await sending;
      return taken;
    },
  };
}

it('installs a release where nothing is, and refuses it a second time', async () => {
  const archive = await archiveOf('1.1.0');
  const home = await unpackByHand(archive);
  expect(await upgradeFrom(home, archive, '--without-backup')).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Its sum is right; .*\nKauke \S+ takes settings and database: nothing is to be migrated\.\nKauke 1\.1\.0 is installed: .*\/current\/kauke runs it\.\n$/u,
    ) as string,
    faults: '',
  });
  expect(await upgradeFrom(home, archive, '--without-backup')).toMatchObject({
    code: 1,
    faults: `${archive} is Kauke 1.1.0, which is installed already.\n`,
  });
});

it('upgrades under mail and goes back, and loses none', async () => {
  const stopKeeper = keepRunning();
  try {
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    const visitor = createVisitor({ url: `http://127.0.0.1:${httpPort}` });
    const email = 'ann-account@home.example';
    const { body } = await visitor.send('POST', '/api/auth/register', { email, password: testPassword });
    const { id } = (body as { user: { id: string } }).user;
    const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
    expect(await visitor.send('POST', `/api/aliases/${id}`, wanted)).toMatchObject({ status: 201 });

    const sending = sendOn();
    const up = await upgrade(await archiveOf('1.2.0'));
    expect(up).toMatchObject({ code: 0, faults: '' });
    expect(up.output).toMatch(/rows of \d+ tables, without the mail that waits\.\nRemove it within 30 days/u);
    expect(links()).toEqual({ current: 'releases/1.2.0', previous: 'releases/1.1.0' });
    expect(await isReady()).toBe(true);

    const broken = await upgrade(
      await archiveOf('1.3.0', 'setTimeout(() => process.exit(1), 500);'),
      '--without-backup',
    );
    expect(broken).toMatchObject({
      code: 1,
      faults: expect.stringMatching(/^Kauke 1\.3\.0 did not become ready: .* Kauke 1\.2\.0 runs again\.\n$/u) as string,
    });
    expect(links()).toEqual({ current: 'releases/1.2.0', previous: 'releases/1.1.0' });
    expect(readdirSync(join(folder, 'releases')).toSorted()).toEqual(['1.1.0', '1.2.0']);

    const back = await upgrade('--back');
    expect(back).toEqual({
      code: 0,
      output: expect.stringMatching(/^Kauke 1\.1\.0 is in place again/u) as string,
      faults: '',
    });
    expect(links()).toEqual({ current: 'releases/1.1.0', previous: 'releases/1.2.0' });
    expect(await upgrade('--back')).toMatchObject({
      code: 1,
      faults: `${folder} is back at 1.1.0 already.\n`,
    });
    const taken = await sending.stop();
    expect(taken.length).toBeGreaterThan(20);
    await expect
      .poll(() => taken.filter((one) => !arrivedAt(place.sink).includes(one)), { timeout: 60_000 })
      .toEqual([]);
  } finally {
    await stopKeeper();
  }
});
