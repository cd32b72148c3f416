import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { reachDatabase } from '#cli/database.ts';
import { systemAdapters } from '#main/main.ts';
import type { Database } from '#database/database.ts';
import { openDatabase } from '#database/open-database.ts';
import type { TracePoint } from '#mail/queue/state/trace.ts';
import { silentLog } from '#support/silent-log.ts';
import { countCopies, type CopyCounts } from './count-copies.ts';
import { createCrashAccount, type CrashAccount } from './crash-account.ts';
import { createCrashSenders, type CrashSenders } from './crash-senders.ts';
import { refusingInbox } from './crash-sink.ts';
import { openCrashWorld, type CrashWorld } from './crash-world.ts';
import { deliveryName, senderOf, type Copy, type DeliveryName } from './delivery-name.ts';
import { findLeased } from './find-leased.ts';
import { bounceOf, createMessageMaker, type MessageMaker } from './make-messages.ts';
import {
  killCrashPrograms,
  leaseMark,
  startCrashProgram,
  type CrashProgram,
  type Fate,
} from './start-crash-program.ts';

export interface CrashFigures extends CopyCounts {
  readonly rounds: number;
  /** Kills by fault point; `anywhere`: at a random moment. */
  readonly kills: Readonly<Record<string, number>>;
  readonly databaseKills: number;
  /** Messages answered 250. */
  readonly accepted: number;
  /** Replies that refused a message for good: none ever should. */
  readonly refusals: readonly string[];
  /** Share of the attempts before the end that the destinations refused, kept hanging or dropped. */
  readonly troubledShare: number;
}

export interface CrashOptions {
  readonly rounds: number;
  /** 2: a program that is never killed works beside the one that is, on a database that is never killed either. */
  readonly programs: 1 | 2;
  /** Gets a line for each round. */
  readonly report: (line: string) => void;
}

/** How often each may be passed, about as often as a round passes it. */
const fatalPoints: readonly { readonly point: TracePoint; readonly maxPasses: number }[] = [
  { point: 'spool-committed', maxPasses: 12 },
  { point: 'before-report', maxPasses: 2 },
  { point: 'taken-from-memory', maxPasses: 3 },
  { point: 'outcome-recorded', maxPasses: 12 },
  { point: 'report-committed', maxPasses: 2 },
  { point: 'before-outcome', maxPasses: 12 },
  { point: 'target-accepted', maxPasses: 12 },
  { point: 'claimed', maxPasses: 12 },
];
/** Offered in each round: what is open from earlier ones, and new ones. */
const messagesPerRound = 40;
const pointTimeoutMs = 2500;
const randomKillMs = 1500;
const drainTimeoutMs = 120_000;
/** Long enough for the connections of each offer to stay within what one host may open in a minute. */
const drainPauseMs = 500;

/** The test at work. */
interface Crash {
  readonly world: CrashWorld;
  readonly senders: CrashSenders;
  readonly makeMessage: MessageMaker;
  readonly survivors: readonly CrashProgram[];
}

interface Kill {
  readonly point: TracePoint | 'anywhere';
  readonly withDatabase: boolean;
  /** A delivery that a message brought twice, as an earlier kill left it unanswered, is there twice. */
  readonly underWay: readonly DeliveryName[];
}

async function inDatabase<T>({ config }: CrashWorld, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase({ config, ...systemAdapters, log: silentLog });
  try {
    return await work(database);
  } finally {
    await close();
  }
}

/** The account is old enough to send as much as anybody may, and stores first what one of its aliases posts. */
async function settle({ db }: Database): Promise<void> {
  await sql`update users set created_at = now() - interval '1 year'`.execute(db);
  await sql`update aliases set cut_through = false where local_part = 'posts1'`.execute(db);
}

/** What an hour and a day may bring is none of this test's business. */
async function forgetSent({ db }: Database): Promise<void> {
  await sql`delete from rate_limits where action_type like 'sending_%'`.execute(db);
}

/** Makes the account and its aliases by the program itself. */
async function setUp(world: CrashWorld): Promise<CrashAccount> {
  const program = await startCrashProgram(world.environment, null);
  const account = await createCrashAccount(`http://127.0.0.1:${program.ports.http}`, world.urls);
  await program.kill(0);
  await inDatabase(world, settle);
  return account;
}

async function killDatabase({ config }: CrashWorld): Promise<void> {
  const pidFile = await readFile(join(config.dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(pidFile.split('\n')[0]);
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself already.
  }
}

/** What an attempt at a delivery may double: its copy, and of a refusal for good the report of it. */
function doubledBy({ id, recipient }: Copy): DeliveryName {
  return deliveryName({ id, recipient: recipient === refusingInbox ? senderOf(id) : recipient });
}

/**
 * What the kill of a program may double: deliveries that it had leased, and those of messages that it had not answered
 * 250. `offered`: its senders have noticed.
 */
async function findUnderWay(
  { world, senders }: Crash,
  { serial }: CrashProgram,
  offered: Promise<void>,
): Promise<DeliveryName[]> {
  // At once: another program may soon have these leases.
  const leased = await inDatabase(world, async (database) => {
    await forgetSent(database);
    return findLeased(database, world.config, leaseMark(serial));
  });
  await offered;
  const unanswered = [...senders.open].filter(([, offeredTo]) => offeredTo.has(serial)).map(([message]) => message);
  const held = unanswered.flatMap(({ id, arrivals }) => arrivals.map((recipient) => ({ id, recipient })));
  return [...leased.map(doubledBy), ...held.map(deliveryName)];
}

/** Every other kill comes at a fault point, each in turn. */
function chooseFate(round: number): Fate | null {
  const chosen = round % 2 === 0 ? fatalPoints[(round / 2) % fatalPoints.length] : undefined;
  return chosen === undefined ? null : { point: chosen.point, passes: Math.floor(Math.random() * chosen.maxPasses) };
}

/** Every third kill takes the database along, unless others work on it. */
async function runRound(crash: Crash, round: number): Promise<Kill> {
  const { world, senders, makeMessage, survivors } = crash;
  const fate = chooseFate(round);
  const withDatabase = survivors.length === 0 && round % 3 === 2;
  const victim = await startCrashProgram(world.environment, fate);
  while (senders.open.size < messagesPerRound) senders.add(await makeMessage());
  const offered = senders.offer([victim, ...survivors]);
  const killAfterMs = fate === null ? Math.random() * randomKillMs : pointTimeoutMs;
  let endedItself = false;
  // In half of the cases the database dies first, and the program learns of it.
  if (withDatabase && fate === null && Math.random() < 0.5) {
    await pause(killAfterMs);
    await killDatabase(world);
    await victim.kill(Math.random() * 200);
  } else {
    endedItself = await victim.kill(killAfterMs);
    if (withDatabase) await killDatabase(world);
  }
  const point = fate !== null && endedItself ? fate.point : 'anywhere';
  return { point, withDatabase, underWay: await findUnderWay(crash, victim, offered) };
}

async function countWaiting({ config }: CrashWorld): Promise<number> {
  const { database, close } = await reachDatabase({ config, ...systemAdapters, log: silentLog });
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from spool_deliveries`.execute(
    database.db,
  );
  await close();
  return rows[0]?.waiting ?? 0;
}

/** Open messages are offered until each is answered 250, and the spool runs empty. */
async function drain({ world, senders }: Crash, program: CrashProgram): Promise<void> {
  const deadline = performance.now() + drainTimeoutMs;
  world.trouble.end();
  await world.trouble.settled();
  for (let waiting = 1; waiting > 0 || senders.open.size > 0; waiting = await countWaiting(world)) {
    if (performance.now() > deadline) throw new Error(`${senders.open.size} unanswered, ${waiting} in the spool`);
    await senders.offer([program]);
    await pause(drainPauseMs);
  }
  await program.kill(0);
}

function summarize(kills: readonly Kill[], { world, senders }: Crash): CrashFigures {
  const byPoint: Record<string, number> = {};
  for (const { point } of kills) byPoint[point] = (byPoint[point] ?? 0) + 1;
  const counts = countCopies(
    world.copies(),
    senders.accepted,
    kills.flatMap(({ underWay }) => underWay),
  );
  const { troubled, attempts } = world.trouble.figures;
  return {
    rounds: kills.length,
    kills: byPoint,
    databaseKills: kills.filter(({ withDatabase }) => withDatabase).length,
    ...counts,
    accepted: senders.accepted.size,
    refusals: senders.refusals,
    troubledShare: troubled / attempts,
  };
}

async function runRounds(crash: Crash, { rounds, report }: CrashOptions): Promise<CrashFigures> {
  const kills: Kill[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const kill = await runRound(crash, round);
    kills.push(kill);
    const place = `${kill.point}${kill.withDatabase ? ' with the database' : ''}`;
    const { size } = crash.senders.accepted;
    report(`round ${round + 1}: killed ${place}, ${kill.underWay.length} under way, ${size} accepted`);
  }
  const [survivor] = crash.survivors;
  await drain(crash, survivor ?? (await startCrashProgram(crash.world.environment, null)));
  return summarize(kills, crash);
}

/**
 * Sends mail of all kinds through the program to destinations in trouble, kills the program again and again, and counts
 * what arrived.
 */
export async function runCrashRounds(options: CrashOptions): Promise<CrashFigures> {
  const sharedDatabase = options.programs === 2;
  let senders: CrashSenders | null = null;
  const world = await openCrashWorld({ sharedDatabase, bounce: (taken) => senders?.add(bounceOf(taken)) });
  try {
    const account = await setUp(world);
    senders = createCrashSenders(account.logins);
    const survivors = sharedDatabase ? [await startCrashProgram(world.environment, null)] : [];
    const makeMessage = createMessageMaker(account, world.dns);
    return await runRounds({ world, senders, makeMessage, survivors }, options);
  } finally {
    await killCrashPrograms();
    // Takes over what the last program left behind, so that nothing writes there any more.
    await inDatabase(world, async () => {});
    await world.close();
  }
}
