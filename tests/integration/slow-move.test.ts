import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchangeRelease } from '#cli/release/exchange-release.ts';
import { pointTo } from '#cli/release/install-place.ts';
import { findProgram, waitForRelease } from '#cli/release/installed-program.ts';
import { connectDatabase } from '#database/connect-database.ts';
import { readMove } from '#database/embedded/move-notice.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { closeDatabase } from '#database/open-database.ts';
import { systemClock } from '#platform/clock.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { keepRunning, runCommand, unpackByHand, upgradeBy } from '#support/kept-program.ts';
import { startOlderCluster } from '#support/older-cluster.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { makeArchive, programFiles } from '#support/release-archive.ts';
import { silentLog } from '#support/silent-log.ts';

const patienceMs = 15_000;

let services: ProgramPlace;
let dns: DnsServer;
let folder: string;
let dataDir: string;
let env: Record<string, string>;
let httpPort: number;

async function install(version: string, start?: string): Promise<void> {
  const archive = await makeArchive(join(folder, 'fetched'), version, programFiles(version, start));
  const home = await unpackByHand(archive, join(folder, 'unpacked', version));
  await mkdir(join(folder, 'releases'), { recursive: true });
  await rename(home, join(folder, 'releases', version));
}

/** Data of PostgreSQL 17, with all tables and no program. */
async function makeOlderData(): Promise<void> {
  const older = await startOlderCluster(dataDir);
  const database = await connectDatabase(older.url, silentLog);
  await migrateDatabase(database);
  await closeDatabase(database);
  await older.stop();
}

/** Stops the program in the middle of its move, as a disk does that takes no more for a while. @returns its process id */
async function haltMove(): Promise<number> {
  for (;;) {
    const move = await readMove(dataDir);
    if (move === null) {
      await pause(10);
      continue;
    }
    process.kill(move.pid, 'SIGSTOP');
    return move.pid;
  }
}

beforeEach(async () => {
  services = await makeProgramPlace();
  dns = await startDnsServer();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'kauke-place-')));
  dataDir = await mkdtemp(join(tmpdir(), 'kauke-slow-'));
  await makeOlderData();
  httpPort = await findFreePort();
  const { DATABASE_URL: _database, ...rest } = services.env;
  env = {
    ...rest,
    PATH: process.env['PATH'] ?? '',
    CONFIG_FILE: 'none',
    WORKERS: '1',
    DATA_DIR: dataDir,
    DNS_SERVERS: dns.address,
    HTTP_PORT: String(httpPort),
    MX_PORT: String(await findFreePort()),
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
  };
});
afterEach(async () => {
  await services.remove();
  await dns.close();
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
});

it('an upgrade waits for a start that moves its data, and puts nothing back meanwhile', { tags: 'proof' }, async () => {
  await install('1.1.0', 'setInterval(() => {}, 1_000);');
  await install('1.2.0');
  const place = { folder };
  await pointTo(place, 'current', '1.1.0');
  expect(await runCommand(join(folder, 'current'), ['check'], { folder, env })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/, and moves the data from PostgreSQL 17 to 18\.\n$/u) as string,
  });
  const stopKeeper = keepRunning(folder, env);
  const said: string[] = [];
  const config = { bindAddress: '127.0.0.1', httpPort, dataDir };
  const watch = {
    place,
    config,
    clock: systemClock,
    patienceMs,
    moveMs: 2_000,
    print: (line: string) => said.push(line),
  };
  let undone = 0;
  const undo = async () => {
    undone += 1;
  };
  try {
    await expect.poll(async () => (await findProgram(place))?.version).toBe('1.1.0');
    const halted = haltMove();
    await expect(
      exchangeRelease(watch, { from: '1.1.0', to: '1.2.0' }, { prepare: async () => {}, undo }),
    ).rejects.toThrow(/^Kauke 1\.2\.0 is in place and moves its data still\./u);
    expect(said).toEqual(['Kauke 1.2.0 moves its data from PostgreSQL 17 to 18 first. That takes a while.']);
    expect(['current', 'previous'].map((link) => readlinkSync(join(folder, link)))).toEqual([
      'releases/1.2.0',
      'releases/1.1.0',
    ]);
    expect(undone).toBe(0);
    expect(await upgradeBy(join(folder, 'current'), ['--back'], { folder, env })).toMatchObject({
      code: 1,
      faults: 'Kauke 1.2.0 moves its data from PostgreSQL 17 to 18: wait until it is ready.\n',
    });
    expect(await runCommand(join(folder, 'current'), ['probe', 'healthz'], { folder, env })).toMatchObject({
      code: 0,
    });
    expect(await runCommand(join(folder, 'current'), ['probe'], { folder, env })).toMatchObject({ code: 1 });

    const ready = waitForRelease({ ...watch, moveMs: 600_000 }, '1.2.0');
    expect(await Promise.race([ready, pause(patienceMs + 2_000, 'waits')])).toBe('waits');
    process.kill(await halted, 'SIGCONT');
    expect(await ready).toBe('ready');
    expect((await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).trim()).toBe('18');
    expect(await readMove(dataDir)).toBeNull();
  } finally {
    await stopKeeper();
  }
});
