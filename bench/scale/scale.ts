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
import { startBusyLoop } from '../busy-loops.ts';
import { describeMachine } from '../describe-machine.ts';
import { plainConditions } from '../forward/conditions.ts';
import { createOutside, type Outside } from '../forward/create-outside.ts';
import type { GeneratorCalls, SinkCalls } from '../forward/load/calls.ts';
import { percentile } from '../forward/percentile.ts';
import { setUpAliases } from '../forward/set-up-aliases.ts';
import { startHelper, type HelperProcess } from '../helper-process.ts';
import { countUses } from './count-uses.ts';
import { holdToQuarter } from './cpu-quota.ts';

type Print = (line: string) => void;

/** What is outside of every quota. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  readonly sink: HelperProcess<SinkCalls>;
  readonly outside: Outside;
  readonly generators: readonly HelperProcess<GeneratorCalls>[];
}

/** The same number of processes at work, as workers of one program or as programs. */
type Kind = 'workers' | 'nodes';

const counts = [1, 2, 4] as const;
const mostAtWork = Math.max(...counts);
/** In turns; the middle one counts. */
const rounds = 3;
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

async function surround(scope: AsyncDisposableStack): Promise<Surroundings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-scale-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, random: systemRandom });
  scope.defer(server.stop);
  const outside = await createOutside(scope);
  const sink = startHelper<SinkCalls>(new URL('../forward/load/sink.ts', import.meta.url), scope);
  const sinkPort = await sink.call('listen', null, timeoutMs);
  const startGenerator = () =>
    startHelper<GeneratorCalls>(new URL('../forward/load/generator.ts', import.meta.url), scope);
  return {
    environment: {
      DATABASE_URL: server.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: join(dataDir, 'program'),
      BIND_ADDRESS: '127.0.0.1',
      SMARTHOST_URL: `smtp://127.0.0.1:${sinkPort}`,
      DNS_SERVERS: outside.dnsServer,
      OPERATOR_EMAIL: 'operator@operator.example',
      TARGET_CONFIRMATION: 'off',
    },
    sink,
    outside,
    generators: Array.from({ length: mostAtWork }, startGenerator),
  };
}

/** Each of its processes that do the work, held to a quarter of a core. */
async function hold({ child: { pid = 0 } }: ProgramProcess, scope: AsyncDisposableStack): Promise<void> {
  const workers = await findWorkers(pid);
  for (const worker of workers.length === 0 ? [pid] : workers) holdToQuarter(worker, scope);
}

async function startPrograms(
  { environment }: Surroundings,
  kind: Kind,
  count: number,
  scope: AsyncDisposableStack,
): Promise<ProgramProcess[]> {
  const programs: ProgramProcess[] = [];
  for (let left = kind === 'nodes' ? count : 1; left > 0; left -= 1) {
    const program = await startProgram({ env: { ...environment, WORKERS: kind === 'nodes' ? '1' : String(count) } });
    programs.push(program);
    await hold(program, scope);
    // After its groups were asked to go: what is deferred last comes first.
    scope.defer(async () => void (await program.stop()));
  }
  return programs;
}

/** @throws Error when a message is refused, lost, or comes twice */
async function send(
  { generators, sink, outside }: Surroundings,
  programs: readonly ProgramProcess[],
  recipients: readonly string[],
  each: { readonly count: number; readonly messages: number },
): Promise<number> {
  const active = generators.slice(0, each.count);
  const total = each.messages * each.count;
  const domains = outside.arrange(plainConditions, each.messages);
  const order = { messages: each.messages, bytes, recipients, domains, signer: outside.signer };
  await Promise.all(active.map((generator) => generator.call('prepare', order, timeoutMs)));
  await sink.call('expect', { replyDelayMs: 0, offersTls: false, keeps: true }, timeoutMs);
  const startedAt = performance.now();
  const sent = await Promise.all(
    active.map((generator, index) => {
      const port = programs[index % programs.length]?.mxPort ?? 0;
      return generator.call('send', { ...sendOrder, port }, timeoutMs);
    }),
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

/** Endless loops in the place of the processes that are not there: the machine has the same to do whatever their number. */
function fillUp(count: number, scope: AsyncDisposableStack): void {
  for (let left = mostAtWork - count; left > 0; left -= 1) {
    // The group goes after its loop: what is deferred last comes first.
    const loops = new AsyncDisposableStack();
    holdToQuarter(startBusyLoop(loops) ?? 0, scope);
    scope.defer(() => loops.disposeAsync());
  }
}

async function measure(surroundings: Surroundings, kind: Kind, count: number): Promise<number> {
  await using scope = new AsyncDisposableStack();
  const programs = await startPrograms(surroundings, kind, count, scope);
  const recipients = await setUpAliases(programs[0]?.webUrl ?? '', accounts);
  fillUp(count, scope);
  await send(surroundings, programs, recipients, { count, messages: warmUpMessages });
  const perSecond = await send(surroundings, programs, recipients, { count, messages });
  return perSecond;
}

async function measureKind(surroundings: Surroundings, kind: Kind, print: Print): Promise<boolean> {
  const perSecond = new Map<number, number[]>(counts.map((count) => [count, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of counts) perSecond.get(count)?.push(await measure(surroundings, kind, count));
  }
  let isWithin = true;
  for (const [count, rates] of perSecond) {
    const ratios = rates.map((rate, round) => rate / (perSecond.get(1)?.[round] ?? NaN));
    const budget = budgets[count] ?? 1;
    const ratio = percentile(ratios, 50);
    if (ratio < budget) isWithin = false;
    const each = ratios.map((one) => one.toFixed(2)).join(', ');
    const compared = count === 1 ? '' : `${ratio.toFixed(2)} times one (${each}); budget ${budget}`;
    print(`${count} ${kind.padEnd(8)} ${percentile(rates, 50).toFixed(0).padStart(6)} messages/s   ${compared}`);
  }
  return isWithin;
}

async function useLimit(surroundings: Surroundings, print: Print): Promise<boolean> {
  await using scope = new AsyncDisposableStack();
  const programs = await startPrograms(surroundings, 'nodes', mostAtWork, scope);
  const { uses, granted, allowed } = await countUses(programs.map(({ webUrl }) => webUrl));
  print(
    `limit     ${uses} sign-ins of one address at once over ${programs.length} nodes: ${granted} of ${allowed} checked`,
  );
  return granted === allowed;
}

/** Everything it starts ends with `scope`. Whether all budgets were kept. */
export async function runScale(scope: AsyncDisposableStack, print: Print): Promise<boolean> {
  print(`Machine   ${describeMachine()}`);
  print(`Load      ${messages} messages of ${bytes} octets for each process, ${connections} connections each;`);
  print('          each process held to a quarter of a core; PostgreSQL, generators, sink and DNS are not.');
  print(
    `          Endless loops in as many quarters as are left of ${mostAtWork}. The middle of ${rounds} rounds in turns.`,
  );
  await buildWeb(scope);
  const surroundings = await surround(scope);
  const results = [
    await measureKind(surroundings, 'nodes', print),
    await measureKind(surroundings, 'workers', print),
    await useLimit(surroundings, print),
  ];
  return results.every(Boolean);
}
