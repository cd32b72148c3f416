import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { reachDatabase } from '#cli/reach-database.ts';
import { loadConfig } from '#config/load-config.ts';
import type { Config } from '#config/config.ts';
import { systemAdapters } from '#main';
import type { TracePoint } from '#mail/trace.ts';
import { signUpOwner, startService } from '#support/running-service.ts';
import { silentLog } from '#support/silent-log.ts';
import { countCopies } from './count-copies.ts';
import { createCrashSenders, type CrashAlias, type CrashSenders } from './crash-senders.ts';
import { startCrashSink, type CrashSink } from './crash-sink.ts';
import { deliveryName, type DeliveryName } from './delivery-name.ts';
import { findLeased } from './find-leased.ts';

export interface CrashFigures {
  readonly rounds: number;
  /** Kills by fault point; `anywhere`: at a random moment. */
  readonly kills: Readonly<Record<string, number>>;
  readonly databaseKills: number;
  /** Messages answered 250, and how many of their deliveries never arrived. */
  readonly accepted: number;
  readonly lost: number;
  /** Deliveries that arrived, and second copies among them. */
  readonly arrived: number;
  readonly duplicates: number;
  /** Deliveries under way at the kills. */
  readonly inFlight: number;
  /** Second copies that no kill explains: a kill may double each delivery that was under way, once. */
  readonly unexplained: number;
  /** Share of the attempts before the end that the sink refused, kept hanging or dropped. */
  readonly troubledShare: number;
}

const points: readonly TracePoint[] = ['target-accepted', 'spool-committed', 'claimed', 'before-settle'];
const aliasCount = 10;
const freshPerRound = 24;
const pointTimeoutMs = 5000;
const drainTimeoutMs = 120_000;

interface Setting {
  readonly environment: Record<string, string>;
  readonly config: Config;
}

const makeSetting = async (sink: CrashSink): Promise<Setting> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-crash-'));
  const environment = {
    DATA_DIR: dataDir,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@inbox.example',
    TARGET_CONFIRMATION: 'off',
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: '0',
    MX_PORT: '0',
  };
  const machine = { isRoot: process.getuid?.() === 0, workingDirectory: dataDir };
  return { environment, config: loadConfig(environment, machine) };
};

/** Makes the account and its aliases by the program itself; returns the aliases' addresses. */
const makeAliases = async ({ environment }: Setting): Promise<CrashAlias[]> => {
  const service = await startService(environment);
  const owner = await signUpOwner(service, 'owner@inbox.example');
  const aliases = Array.from({ length: aliasCount }, (_, index) => ({
    alias: `crash${index}@kauke.test`,
    inboxes: [`crash${index}a@inbox.example`, `crash${index}b@inbox.example`],
  }));
  for (const { alias, inboxes } of aliases) await owner.createAlias(alias.split('@')[0] ?? '', inboxes);
  await service.stop();
  return aliases;
};

const startProgram = async (
  { environment }: Setting,
  args: string[],
): Promise<{ child: ChildProcess; mxPort: number }> => {
  const env = { ...environment, PATH: process.env['PATH'] };
  const child = fork(join(import.meta.dirname, 'crash-program.ts'), args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the program ended while it started')));
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { child, mxPort: z.object({ mxPort: z.number() }).parse(message).mxPort };
};

const killDatabase = async ({ config }: Setting): Promise<void> => {
  const pidFile = await readFile(join(config.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(pidFile.split('\n')[0]);
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself already.
  }
};

/** Waits until the program killed itself at its point, or kills it. */
const killProgram = async (child: ChildProcess, afterMs: number): Promise<void> => {
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  await Promise.race([exit, pause(afterMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
  await exit;
};

const isSpoolEmpty = async ({ config }: Setting): Promise<boolean> => {
  const { database, close } = await reachDatabase({ config, ...systemAdapters, log: silentLog });
  const { rows } = await sql`select 1 from spool_deliveries limit 1`.execute(database.db);
  await close();
  return rows.length === 0;
};

/** The last program: open messages are offered until each is answered 250, and the spool runs empty. */
const drain = async (setting: Setting, senders: CrashSenders): Promise<void> => {
  const { child, mxPort } = await startProgram(setting, []);
  const deadline = performance.now() + drainTimeoutMs;
  do {
    if (performance.now() > deadline) throw new Error('the spool does not run empty');
    await senders.offer(mxPort, 0);
    await pause(100);
  } while (senders.open.size > 0 || !(await isSpoolEmpty(setting)));
  await killProgram(child, 0);
};

interface Kill {
  readonly point: TracePoint | 'anywhere';
  readonly withDatabase: boolean;
  readonly underWay: ReadonlySet<DeliveryName>;
}

/** What a kill may double: deliveries that were leased, and those of messages whose sender has no 250 yet. */
const findUnderWay = async ({ config }: Setting, senders: CrashSenders): Promise<Set<DeliveryName>> => {
  const names = await findLeased(config);
  for (const { id, inboxes } of senders.open)
    for (const recipient of inboxes) names.add(deliveryName({ id, recipient }));
  return names;
};

/** Every other kill comes at a fault point, each in turn, every third takes the database along. */
const runRound = async (setting: Setting, senders: CrashSenders, round: number): Promise<Kill> => {
  const point = round % 2 === 0 ? (points[(round / 2) % points.length] ?? null) : null;
  const withDatabase = round % 3 === 2;
  const passes = String(Math.floor(Math.random() * 12));
  const { child, mxPort } = await startProgram(setting, point === null ? [] : [point, passes]);
  const offered = senders.offer(mxPort, freshPerRound);
  const killAfterMs = point === null ? Math.random() * 1500 : pointTimeoutMs;
  // In half of the cases the database dies first, and the program learns of it.
  const databaseFirst = withDatabase && point === null && Math.random() < 0.5;
  if (databaseFirst) {
    await pause(killAfterMs);
    await killDatabase(setting);
    await killProgram(child, Math.random() * 200);
  } else {
    await killProgram(child, killAfterMs);
    if (withDatabase) await killDatabase(setting);
  }
  await offered;
  return { point: point ?? 'anywhere', withDatabase, underWay: await findUnderWay(setting, senders) };
};

const summarize = (kills: readonly Kill[], senders: CrashSenders, sink: CrashSink): CrashFigures => {
  const byPoint: Record<string, number> = {};
  for (const { point } of kills) byPoint[point] = (byPoint[point] ?? 0) + 1;
  const underWay = kills.map((kill) => kill.underWay);
  return {
    rounds: kills.length,
    kills: byPoint,
    databaseKills: kills.filter(({ withDatabase }) => withDatabase).length,
    accepted: senders.accepted.size,
    ...countCopies(sink.copies, senders.accepted, underWay),
    inFlight: underWay.reduce((sum, names) => sum + names.size, 0),
    troubledShare: sink.figures.troubled / sink.figures.attempts,
  };
};

/**
 * Sends mail through the program into a sink that makes trouble, kills the program again and again, and counts what
 * arrived. `report` gets a line for each round.
 */
export const runCrashRounds = async (rounds: number, report: (line: string) => void): Promise<CrashFigures> => {
  const sink = await startCrashSink();
  const setting = await makeSetting(sink);
  try {
    const senders = createCrashSenders(await makeAliases(setting));
    const kills: Kill[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const kill = await runRound(setting, senders, round);
      kills.push(kill);
      const place = `${kill.point}${kill.withDatabase ? ' with the database' : ''}`;
      report(`round ${round + 1}: killed ${place}, ${kill.underWay.size} under way, ${senders.accepted.size} accepted`);
    }
    sink.behave();
    await drain(setting, senders);
    return summarize(kills, senders, sink);
  } finally {
    await sink.stop();
    // Takes over what the last program left behind, so that nothing writes there any more.
    await findLeased(setting.config);
    await rm(setting.config.dataDir, { recursive: true, force: true });
  }
};
