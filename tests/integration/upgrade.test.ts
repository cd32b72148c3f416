import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdPlace } from '#cli/release/install-place.ts';
import { makeBackupKeyPair } from '#database/backup/backup-key.ts';
import { systemClock } from '#platform/clock.ts';
import { createVisitor } from '#support/api.ts';
import { compileCache } from '#support/compile-cache.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import {
  isReady,
  keepRunning,
  runCommand,
  sendOn,
  unpackByHand,
  upgradeBy,
  type CommandEnd,
} from '#support/kept-program.ts';
import { arrivedAt, inbox } from '#support/numbered-mail.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { patience } from '#support/patience.ts';
import { testPassword } from '#support/program.ts';
import { factsOf, file, makeArchive, programFiles } from '#support/release-archive.ts';

let place: ProgramPlace;
let dns: DnsServer;
let folder: string;
let env: Record<string, string>;
let mxPort: number;
let httpPort: number;

/** By the release that is in place. */
function upgrade(...words: readonly string[]): Promise<CommandEnd> {
  return upgradeBy(join(folder, 'current'), words, { folder, env });
}

function archiveOf(version: string, start?: string): Promise<string> {
  return makeArchive(join(folder, 'fetched'), version, programFiles(version, start));
}

function links(): unknown {
  return Object.fromEntries(['current', 'previous'].map((link) => [link, readlinkSync(join(folder, link))]));
}

beforeAll(async () => {
  place = await makeProgramPlace();
  dns = await startDnsServer();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kauke-place-')));
  [mxPort, httpPort] = [await findFreePort(), await findFreePort()];
  env = {
    ...place.env,
    ...compileCache,
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

it('installs a release where nothing is, and refuses it a second time', async () => {
  const archive = await archiveOf('1.1.0');
  const home = await unpackByHand(archive, join(folder, 'unpacked'));
  expect(await upgradeBy(home, [archive, '--without-backup'], { folder, env })).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Its sum is right; .*\nKauke \S+ takes settings and database: nothing is to be migrated\.\nKauke 1\.1\.0 is installed: .*\/current\/kauke runs it\.\n$/u,
    ) as string,
    faults: '',
  });
  expect(await upgradeBy(home, [archive, '--without-backup'], { folder, env })).toMatchObject({
    code: 1,
    faults: `${archive} is Kauke 1.1.0, which is installed already.\n`,
  });
});

it('refuses what is older, of another machine or changed on the way, with one line, and leaves all as it was', async () => {
  const fetched = join(folder, 'fetched');
  const foreign = factsOf('1.2.0', { platform: 'plan9-mips' });
  const files = [...programFiles('1.2.0').slice(0, -1), file('release.json', JSON.stringify(foreign))];
  const other = await makeArchive(join(fetched, 'other'), '1.2.0', files);
  const old = await archiveOf('1.0.24');
  const changed = await archiveOf('1.2.0');
  await appendFile(changed, 'x');
  const unfit = await archiveOf('1.4.0', 'never started');
  const refusals = [
    [[old], `${old} is Kauke 1.0.24, older than 1.1.0 that is installed: upgrade --back leads to the release before.`],
    [[other], `${other} is for plan9-mips, and this machine is ${process.platform}-${process.arch}.`],
    [[changed], `${changed} is damaged: its SHA-256 sum is not that of ${changed}.sha256. Fetch both again.`],
    [['--back'], `${folder} holds no release before the present one.`],
    [[], 'Name an archive, or say --back.'],
    [[unfit, '--back'], 'Name an archive, or say --back.'],
  ] as const;
  for (const [words, line] of refusals) {
    expect(await upgrade(...words)).toEqual({ code: 1, output: expect.any(String) as string, faults: `${line}\n` });
  }
  const unset = { ...env, BACKUP_PUBLIC_KEY: '' };
  const noKey = await upgradeBy(join(folder, 'current'), [unfit], { folder, env: unset });
  expect(noKey).toMatchObject({ code: 1, faults: expect.stringMatching(/^BACKUP_PUBLIC_KEY is not set: /u) as string });
  const hold = await holdPlace({ folder });
  expect(await upgrade(unfit)).toMatchObject({
    code: 1,
    faults: `Another upgrade works in ${folder}: wait until it has ended.\n`,
  });
  hold.release();
  expect(readlinkSync(join(folder, 'current'))).toBe('releases/1.1.0');
  expect(readdirSync(join(folder, 'releases'))).toEqual(['1.1.0']);
});

it('upgrades under mail and goes back, and loses none', { timeout: patience.programMs }, async () => {
  const stopKeeper = keepRunning(folder, env);
  try {
    await expect.poll(() => isReady(httpPort)).toBe(true);
    const current = join(folder, 'current');
    expect(await runCommand(current, ['probe'], { folder, env })).toEqual({ code: 0, output: '', faults: '' });
    expect(await runCommand(current, ['probe', 'healthz'], { folder, env })).toMatchObject({ code: 0 });
    expect(await runCommand(current, ['probe', 'other'], { folder, env })).toMatchObject({
      code: 1,
      faults: 'There is no probe other: healthz or readyz.\n',
    });
    const visitor = createVisitor({ url: `http://127.0.0.1:${httpPort}` });
    const email = 'ann-account@home.example';
    const { body } = await visitor.send('POST', '/api/auth/register', { email, password: testPassword });
    const { id } = (body as { user: { id: string } }).user;
    const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
    expect(await visitor.send('POST', `/api/aliases/${id}`, wanted)).toMatchObject({ status: 201 });

    const sending = sendOn(mxPort);
    // What an upgrade left that was tried before on this day.
    const backup = join(folder, `kauke-${new Date(systemClock.now()).toISOString().slice(0, 10)}-before-1.2.0.kauke`);
    await writeFile(backup, 'old');
    const up = await upgrade(await archiveOf('1.2.0'));
    expect(up).toMatchObject({ code: 0, faults: '' });
    expect(up.output).toMatch(/rows of \d+ tables, without the mail that waits\.\nRemove it within 30 days/u);
    expect(links()).toEqual({ current: 'releases/1.2.0', previous: 'releases/1.1.0' });
    expect((await stat(backup)).size).toBeGreaterThan(1_000);
    expect(await isReady(httpPort)).toBe(true);

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
    await expect.poll(() => taken.filter((one) => !arrivedAt(place.sink).includes(one))).toEqual([]);
  } finally {
    await stopKeeper();
  }
  await expect.poll(() => isReady(httpPort)).toBe(false);
  const silent = await runCommand(join(folder, 'current'), ['probe'], { folder, env });
  expect(silent).toMatchObject({ code: 1, faults: `/readyz at HTTP_PORT ${httpPort} does not say yes.\n` });
});
