import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { findWorkers } from '#support/find-workers.ts';
import { startProgram, type ProgramProcess } from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { plainConditions } from '../forward/conditions.ts';
import { createOutside, type Outside } from '../forward/create-outside.ts';
import type { GeneratorCalls, SinkCalls } from '../forward/load/calls.ts';
import { setUpAliases } from '../forward/set-up-aliases.ts';
import { startHelper, type HelperProcess } from '../helper-process.ts';
import { readCpuTime } from '../process-usage.ts';
import { countUses } from './count-uses.ts';
import { holdToQuarter } from './cpu-quota.ts';

type Print = (line: string) => void;

/** A database with the settings of all programs that share it. */
type Installation = Readonly<Record<string, string>>;

/** What is outside of every quota. */
interface Surroundings {
  /** As many as there are processes at work. */
  readonly installations: readonly Installation[];
  readonly sink: HelperProcess<SinkCalls>;
  readonly outside: Outside;
  readonly generators: readonly HelperProcess<GeneratorCalls>[];
}

/** The same number of processes at work, as workers of one program or as programs. */
type Kind = 'workers' | 'nodes';

/** So many share an installation. There are always as many at work as the last says. */
const counts = [1, 2, 4] as const;
const atWork = Math.max(...counts);
/** There and back, so that a machine that grows slower or faster favours none. All together count: a single one swings by 15 %. */
const turns = [...counts, ...counts.toReversed()];
const rounds = 2;
const budgets: Readonly<Record<number, number>> = { 2: 1.9, 4: 3.6 };
const accounts = 8;
const bytes = 10_000;
/** Of each generator; there is one for each process. */
const messages = 2000;
const warmUpMessages = 600;
const connections = 25;
const sendOrder = { connections, tls: false, messagesPerConnection: null, perSecond: null, retryAfterMs: null };
const timeoutMs = 180_000;
/** A copy too many would come by then. */
const settleMs = 1000;

async function install(environment: Installation, scope: AsyncDisposableStack): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-scale-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
  scope.defer(server.stop);
  return {
    ...environment,
    DATABASE_URL: server.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(dataDir, 'program'),
  };
}

async function surround(scope: AsyncDisposableStack): Promise<Surroundings> {
  const outside = await createOutside(scope);
  const sink = startHelper<SinkCalls>(new URL('../forward/load/sink.ts', import.meta.url), scope);
  const sinkPort = await sink.call('listen', null, timeoutMs);
  const environment = {
    BIND_ADDRESS: '127.0.0.1',
    SMARTHOST_URL: `smtp://127.0.0.1:${sinkPort}`,
    DNS_SERVERS: outside.dnsServer,
    OPERATOR_EMAIL: 'operator@operator.example',
    TARGET_CONFIRMATION: 'off',
  };
  const installations: Installation[] = [];
  while (installations.length < atWork) installations.push(await install(environment, scope));
  const startGenerator = () =>
    startHelper<GeneratorCalls>(new URL('../forward/load/generator.ts', import.meta.url), scope);
  return { installations, sink, outside, generators: Array.from({ length: atWork }, startGenerator) };
}

/** Its processes that do the work, each held to a quarter of a core. */
async function hold({ child: { pid = 0 } }: ProgramProcess, scope: AsyncDisposableStack): Promise<readonly number[]> {
  const workers = await findWorkers(pid);
  const held = workers.length === 0 ? [pid] : workers;
  for (const worker of held) holdToQuarter(worker, scope);
  return held;
}

interface Started {
  readonly program: ProgramProcess;
  readonly held: readonly number[];
}

async function startPrograms(
  installation: Installation,
  kind: Kind,
  count: number,
  scope: AsyncDisposableStack,
): Promise<Started[]> {
  const started: Started[] = [];
  for (let left = kind === 'nodes' ? count : 1; left > 0; left -= 1) {
    const program = await startProgram({ env: { ...installation, WORKERS: kind === 'nodes' ? '1' : String(count) } });
    started.push({ program, held: await hold(program, scope) });
    // After its groups were asked to go: what is deferred last comes first.
    scope.defer(async () => void (await program.stop()));
  }
  return started;
}

/**
 * Sends to each of `ports` from a generator of its own; messages a second, of all together.
 * @throws Error when a message is refused, lost, or comes twice
 */
async function send(
  { generators, sink, outside }: Surroundings,
  ports: readonly number[],
  recipients: readonly string[],
  each: number,
): Promise<number> {
  const total = each * ports.length;
  const order = { messages: each, bytes, recipients, domains: outside.arrange(plainConditions, each) };
  await Promise.all(
    generators.map((generator) => generator.call('prepare', { ...order, signer: outside.signer }, timeoutMs)),
  );
  await sink.call('expect', { replyDelayMs: 0, offersTls: false, keeps: true }, timeoutMs);
  const startedAt = performance.now();
  const sent = await Promise.all(
    generators.map((generator, index) => generator.call('send', { ...sendOrder, port: ports[index] ?? 0 }, timeoutMs)),
  );
  for (const { refusals } of sent) if (refusals.size > 0) throw new Error([...refusals.keys()].join('; '));
  await sink.call('arrived', total, timeoutMs);
  const seconds = (performance.now() - startedAt) / 1000;
  await pause(settleMs);
  const ids = [...(await sink.call('kept', null, timeoutMs)).matchAll(/^Message-ID: (.+)\r$/gimu)].map(([, id]) => id);
  const different = new Set(ids).size;
  if (different !== total) throw new Error(`${total - different} of ${total} messages are lost`);
  if (ids.length !== total) throw new Error(`${ids.length - total} of ${total} messages came twice`);
  return total / seconds;
}

/** Once: an account that signs in again is told by mail of a new device, which would be counted. All have the same names. */
async function setUp({ installations }: Surroundings): Promise<readonly string[]> {
  let recipients: readonly string[] = [];
  for (const installation of installations) {
    await using scope = new AsyncDisposableStack();
    const [first] = await startPrograms(installation, 'nodes', 1, scope);
    recipients = await setUpAliases(first?.program.webUrl ?? '', accounts);
  }
  return recipients;
}

/** Load of `kind` for the aliases `recipients`. */
interface Task {
  readonly kind: Kind;
  readonly recipients: readonly string[];
}

interface Measured {
  /** Messages a second of one installation. */
  readonly rate: number;
  /** Processor time of a message, in milliseconds. */
  readonly cpuMs: number;
  /** Of what the process that used least of its quarter could have used. */
  readonly least: number;
}

function readTimes(pids: readonly number[]): number[] {
  return pids.map((pid) => {
    const time = readCpuTime(pid);
    if (time === null) throw new Error('a process at work has ended');
    return time.userMs + time.systemMs;
  });
}

/** `count` processes share an installation, the others of them likewise. */
async function measure(surroundings: Surroundings, { kind, recipients }: Task, count: number): Promise<Measured> {
  await using scope = new AsyncDisposableStack();
  const shared = atWork / count;
  const ports: number[] = [];
  const held: number[] = [];
  for (const installation of surroundings.installations.slice(0, shared)) {
    const started = await startPrograms(installation, kind, count, scope);
    held.push(...started.flatMap((one) => one.held));
    for (let at = 0; at < count; at += 1) ports.push(started[at % started.length]?.program.mxPort ?? 0);
  }
  await send(surroundings, ports, recipients, warmUpMessages);
  const before = readTimes(held);
  const perSecond = await send(surroundings, ports, recipients, messages);
  const used = readTimes(held).map((time, index) => time - (before[index] ?? 0));
  const total = messages * ports.length;
  const quarterMs = (total / perSecond) * 250;
  return {
    rate: perSecond / shared,
    cpuMs: used.reduce((sum, time) => sum + time, 0) / total,
    least: Math.min(...used) / quarterMs,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function measureKind(surroundings: Surroundings, task: Task, print: Print): Promise<boolean> {
  const measured = new Map<number, Measured[]>(counts.map((count) => [count, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of turns) measured.get(count)?.push(await measure(surroundings, task, count));
  }
  const ratesOf = (count: number): number[] => (measured.get(count) ?? []).map(({ rate }) => rate);
  const ofOne = mean(ratesOf(1));
  let isWithin = true;
  for (const [count, turnsOf] of measured) {
    const rates = ratesOf(count);
    const budget = budgets[count] ?? 1;
    const ratio = mean(rates) / ofOne;
    if (ratio < budget) isWithin = false;
    const each = rates.map((rate) => rate.toFixed(0)).join(', ');
    const compared = count === 1 ? '' : `; ${ratio.toFixed(2)} times one, budget ${budget}`;
    const name = `${count} ${task.kind}`.padEnd(10);
    print(`${name}${mean(rates).toFixed(0).padStart(6)} messages/s (${each})${compared}`);
    const cpu = turnsOf.map(({ cpuMs }) => cpuMs.toFixed(2)).join(', ');
    const least = turnsOf.map((one) => `${(100 * one.least).toFixed(0)} %`).join(', ');
    print(`          ms of CPU a message: ${cpu}; of its quarter the idlest used ${least}`);
  }
  return isWithin;
}

async function useLimit({ installations }: Surroundings, print: Print): Promise<boolean> {
  await using scope = new AsyncDisposableStack();
  const started = await startPrograms(installations[0] ?? {}, 'nodes', atWork, scope);
  const { uses, granted, allowed } = await countUses(started.map(({ program }) => program.webUrl));
  print(
    `limit     ${uses} sign-ins of one address at once over ${started.length} nodes: ${granted} of ${allowed} checked`,
  );
  return granted === allowed;
}

/** Everything it starts ends with `scope`. Whether all budgets were kept. */
export async function runScale(scope: AsyncDisposableStack, print: Print): Promise<boolean> {
  print(`Machine   ${describeMachine()}`);
  print(`Load      ${messages} messages of ${bytes} octets for each process, ${connections} connections each;`);
  print('          each process held to a quarter of a core; PostgreSQL, generators, sink and DNS are not.');
  print(`          Always ${atWork} at work, so that the machine has the same to do: 1 with a database each,`);
  print(`          or 2 or 4 that share one. The mean of ${2 * rounds} in turns.`);
  await buildWeb(scope);
  const surroundings = await surround(scope);
  const recipients = await setUp(surroundings);
  const results = [
    await measureKind(surroundings, { kind: 'nodes', recipients }, print),
    await measureKind(surroundings, { kind: 'workers', recipients }, print),
    await useLimit(surroundings, print),
  ];
  return results.every(Boolean);
}
