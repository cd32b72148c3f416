import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#database/database.ts';
import type { TracePoint } from '#mail/queue/state/delivery.ts';
import { countCopies, type CopyCounts } from './count-copies.ts';
import { createCrashAccount, type CrashAccount } from './crash-account.ts';
import { createCrashSenders, type CrashSenders } from './crash-senders.ts';
import { besideProgram, inDatabase, openCrashWorld, type CrashWorld } from './crash-world.ts';
import type { DeliveryName } from './delivery-name.ts';
import { readLeased, type LeasedRow } from './find-leased.ts';
import { bounceOf, createMessageMaker, type MessageMaker } from './make-messages.ts';
import { killCrashPrograms, startCrashProgram, type CrashProgram, type Fate } from './start-crash-program.ts';
import { failOver, findUnderWay, readLeasedBy } from './under-way.ts';

export interface CrashFigures extends CopyCounts {
  readonly rounds: number;
  /** Kills by fault point; `anywhere`: at a random moment. */
  readonly kills: Readonly<Record<string, number>>;
  readonly databaseKills: number;
  /** How often the standby took the database's place. */
  readonly failOvers: number;
  /** Messages answered 250. */
  readonly accepted: number;
  /** Replies that refused a message for good: none ever should. */
  readonly refusals: readonly string[];
  /** Share of the attempts before the end that the destinations refused, kept hanging or dropped. */
  readonly troubledShare: number;
}

export interface CrashOptions {
  readonly rounds: number;
  /** Above 1: programs that are never killed work beside the one that is, on a database of their own. */
  readonly nodes: number;
  /** Of each program of a round; above 1 one of them is killed in every third round, and its program lives on for another round. */
  readonly workers: (round: number) => number;
  /** Their database has a synchronous standby, which takes its place in every third round. */
  readonly standby: boolean;
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
/** A round lets none be accepted before its kill, or one, two, three, in turns, however slow the machine is. */
const acceptedTurns = 4;
const pointTimeoutMs = 2500;
const randomKillMs = 1500;
const drainTimeoutMs = 120_000;
/** Long enough for the connections of each offer to stay within what one host may open in a minute. */
const drainPauseMs = 500;

const databaseWords: Readonly<Record<DatabaseFate, string>> = {
  lives: '',
  dies: ' with the database',
  'fails over': ', the standby took over',
};

/** How long a program may outlive its database: to learn of it, or of the one that takes over. */
const dieLaterMs: Readonly<Record<DatabaseFate, number>> = { lives: 0, dies: 200, 'fails over': 4000 };

/** The test at work. */
interface Crash {
  readonly world: CrashWorld;
  readonly senders: CrashSenders;
  readonly makeMessage: MessageMaker;
  readonly survivors: readonly CrashProgram[];
  readonly workers: CrashOptions['workers'];
  /** Lives on after one of its workers was killed. */
  victim: CrashProgram | null;
}

type DatabaseFate = 'lives' | 'dies' | 'fails over';

interface Kill {
  readonly point: TracePoint | 'anywhere' | 'a worker';
  readonly database: DatabaseFate;
  /** A delivery that a message brought twice, as an earlier kill left it unanswered, is there twice. */
  readonly underWay: readonly DeliveryName[];
}

/** The account is old enough to send as much as anybody may, and stores first what one of its aliases posts. */
async function settle({ db }: Database): Promise<void> {
  await sql`update users set created_at = now() - interval '1 year'`.execute(db);
  await sql`update aliases set cut_through = false where local_part = 'posts1'`.execute(db);
}

/** Makes the account and its aliases by the program itself. */
async function setUp(world: CrashWorld): Promise<CrashAccount> {
  const program = await startCrashProgram(world.environment, null);
  const account = await createCrashAccount(`http://127.0.0.1:${program.ports.http}`, world.urls);
  await program.end();
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

/** Every other kill comes at a fault point, each in turn; every third where workers are killed too. */
function chooseFate({ workers }: Crash, round: number): Fate | null {
  const turns = workers(round) > 1 ? 3 : 2;
  const chosen = round % turns === 0 ? fatalPoints[(round / turns) % fatalPoints.length] : undefined;
  return chosen === undefined ? null : { point: chosen.point, passes: Math.floor(Math.random() * chosen.maxPasses) };
}

/** Every third kill takes the database along, unless others work on it and it has no standby. */
function chooseDatabaseFate({ world, survivors }: Crash, round: number): DatabaseFate {
  if (round % 3 !== 2) return 'lives';
  if (world.failOver !== null) return 'fails over';
  return survivors.length === 0 ? 'dies' : 'lives';
}

/** Ends the database, if it is to end; what programs had leased then. */
async function endDatabase(crash: Crash, fate: DatabaseFate, victim: CrashProgram): Promise<LeasedRow[]> {
  const { world, survivors } = crash;
  if (fate === 'dies') await killDatabase(world);
  return fate === 'fails over' && world.failOver !== null ? failOver(world.failOver, [victim, ...survivors]) : [];
}

/** The program lives on. */
async function killWorker(crash: Crash, victim: CrashProgram, offered: Promise<void>): Promise<Kill> {
  const { world, senders } = crash;
  const leased: LeasedRow[] = [];
  await pause(Math.random() * randomKillMs);
  await victim.killWorker(async (mark) => {
    leased.push(...(await besideProgram(world, (database) => readLeased(database, [mark]))));
  });
  await offered;
  crash.victim = victim;
  return { point: 'a worker', database: 'lives', underWay: await findUnderWay(world, senders, leased, [victim]) };
}

interface ProgramKill {
  readonly victim: CrashProgram;
  readonly fate: Fate | null;
  readonly database: DatabaseFate;
}

/** What was leased then. Whether the program killed itself. */
async function killProgram(
  crash: Crash,
  { victim, fate, database }: ProgramKill,
): Promise<{ readonly leased: LeasedRow[]; readonly endedItself: boolean }> {
  const killAfterMs = fate === null ? Math.random() * randomKillMs : pointTimeoutMs;
  // In half of the cases the database dies first, and the program learns of it.
  if (database !== 'lives' && fate === null && Math.random() < 0.5) {
    await pause(killAfterMs);
    const [leased] = await Promise.all([
      endDatabase(crash, database, victim),
      victim.kill(Math.random() * dieLaterMs[database]),
    ]);
    return { leased, endedItself: false };
  }
  const endedItself = await victim.kill(killAfterMs);
  return { leased: await endDatabase(crash, database, victim), endedItself };
}

/** For a program that starts in this round. */
function environmentIn({ world, workers }: Pick<Crash, 'world' | 'workers'>, round: number): CrashWorld['environment'] {
  return { ...world.environment, WORKERS: String(workers(round)) };
}

async function runRound(crash: Crash, round: number): Promise<Kill> {
  const { world, senders, makeMessage, survivors, workers } = crash;
  const fate = chooseFate(crash, round);
  const database = chooseDatabaseFate(crash, round);
  const victim = crash.victim ?? (await startCrashProgram(environmentIn(crash, round), fate));
  crash.victim = null;
  while (senders.open.size < messagesPerRound) senders.add(await makeMessage());
  const begun = senders.untilAccepted(round % acceptedTurns);
  const offered = senders.offer([victim, ...survivors]);
  // Who died before that takes no more.
  await Promise.race([begun, offered]);
  if (workers(round) > 1 && round % 3 === 1) return killWorker(crash, victim, offered);
  const { leased, endedItself } = await killProgram(crash, { victim, fate, database });
  leased.push(...(await readLeasedBy(world, victim)));
  // Its senders have noticed then.
  await offered;
  const concerned = database === 'fails over' ? [victim, ...survivors] : [victim];
  const underWay = await findUnderWay(world, senders, leased, concerned);
  return { point: fate !== null && endedItself ? fate.point : 'anywhere', database, underWay };
}

async function countWaiting({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from spool_deliveries`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Open messages are offered until each is answered 250, and the spool runs empty. */
async function drain({ world, senders }: Crash, program: CrashProgram): Promise<void> {
  const deadline = performance.now() + drainTimeoutMs;
  world.trouble.end();
  await world.trouble.settled();
  for (let waiting = 1; waiting > 0 || senders.open.size > 0; waiting = await besideProgram(world, countWaiting)) {
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
    databaseKills: kills.filter(({ database }) => database === 'dies').length,
    failOvers: kills.filter(({ database }) => database === 'fails over').length,
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
    const place = `${kill.point}${databaseWords[kill.database]}`;
    const { size } = crash.senders.accepted;
    report(`round ${round + 1}: killed ${place}, ${kill.underWay.length} under way, ${size} accepted`);
  }
  const [survivor] = crash.survivors;
  await drain(crash, survivor ?? crash.victim ?? (await startCrashProgram(environmentIn(crash, rounds), null)));
  return summarize(kills, crash);
}

/**
 * Sends mail of all kinds through the program to destinations in trouble, kills the program again and again, and counts
 * what arrived.
 */
export async function runCrashRounds(options: CrashOptions): Promise<CrashFigures> {
  const { nodes, workers, standby } = options;
  let senders: CrashSenders | null = null;
  const world = await openCrashWorld({
    databaseKind: standby ? 'pair' : nodes > 1 ? 'shared' : 'embedded',
    bounce: (taken) => senders?.add(bounceOf(taken)),
  });
  try {
    const account = await setUp(world);
    senders = createCrashSenders(account.logins);
    const survivors = await Promise.all(
      Array.from({ length: nodes - 1 }, () => startCrashProgram(environmentIn({ world, workers }, 0), null)),
    );
    const makeMessage = createMessageMaker(account, world.dns);
    return await runRounds({ world, senders, makeMessage, survivors, workers, victim: null }, options);
  } finally {
    await killCrashPrograms();
    // Takes over what the last program left behind, so that nothing writes there any more.
    await inDatabase(world, async () => {});
    await world.close();
  }
}
