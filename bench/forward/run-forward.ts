import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildWeb } from '../build-web.ts';
import { describeBusyLoops, startBusyLoops } from '../busy-loops.ts';
import { mayGroup } from '../cpu-group.ts';
import { describeMachine } from '../describe-machine.ts';
import { startHelper } from '../helper-process.ts';
import { readCpuTime, sumCpuTimes } from '../process-usage.ts';
import type { ForwardOptions } from '../read-arguments.ts';
import { compareCheckouts } from './compare-checkouts.ts';
import { compareForwarders, ownWays, turnSeconds, type Setting } from './compare-forwarders.ts';
import { compareKeyed } from './compare-keyed.ts';
import { createOutside } from './create-outside.ts';
import { formatFigures } from './format-figures.ts';
import type { GeneratorCalls, SinkCalls } from './load/calls.ts';
import { measureMemory } from './measure-memory.ts';
import { measure } from './measure.ts';
import { findPeers, type Peer } from './peer/peers.ts';
import { describeSmallest, formatRatio, type Ratio } from './ratios.ts';
import { startKauke } from './start-kauke.ts';

type Print = (line: string) => void;

/** An account may have 2,000 messages waiting. */
const messagesPerAccount = 1_500;
/** One network may register so many in an hour. */
const maxAccounts = 10;
const warmUp = { messages: 500, bytes: 10_000 };
const slowSinkMs = 200;
const minuteMs = 60_000;
const listenTimeoutMs = 10_000;

/** Of this process and all that it starts. */
function readFilesLimit(): string {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function describeConditions({ load, rounds, times, isBusy }: ForwardOptions): string[] {
  const { messages, bytes, connections } = load;
  return [
    `Machine   ${describeMachine()}; ulimit -n ${readFilesLimit()}`,
    `Database  ${process.env['DATABASE_URL'] === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL'}`,
    `Load      ${messages} messages of ${bytes} octets over ${connections} connections, each DKIM-signed by its sender,`,
    `          one inbox behind each alias; no more than are taken in some ${turnSeconds} s; ${rounds} rounds in turns, ${times} times`,
    `Beside    generator, sink and DNS server (CPU under "bench")${isBusy ? `; ${describeBusyLoops()}` : ''}`,
    `          Each has the same claim to the processors, however many processes it is, by ${mayGroup() ? 'control group' : 'session'}`,
  ];
}

/** The peers when they are wanted and installed. */
async function choosePeers(withPeer: boolean, scope: AsyncDisposableStack, print: Print): Promise<readonly Peer[]> {
  if (!withPeer) return [];
  const { peers, missing } = await findPeers(scope);
  for (const { name, about } of peers) print(`Peer      ${name}: ${about}`);
  for (const line of missing) print(`Peer      ${line}`);
  return peers;
}

async function startBench(options: ForwardOptions, scope: AsyncDisposableStack, print: Print): Promise<Setting> {
  const { load, rounds, conditions, isBusy, workers, keyed } = options;
  const outside = await createOutside(scope);
  const sink = startHelper<SinkCalls>(new URL('./load/sink.ts', import.meta.url), scope);
  const generator = startHelper<GeneratorCalls>(new URL('./load/generator.ts', import.meta.url), scope);
  const sinkPort = await sink.call('listen', null, listenTimeoutMs);
  const wanted = keyed === null ? Math.ceil(load.messages / messagesPerAccount) : maxAccounts;
  const accounts = Math.min(maxAccounts, wanted);
  const pids = [process.pid, generator.pid, sink.pid];
  const part = { name: 'benchmark', readCpu: () => sumCpuTimes(pids.map(readCpuTime)) };
  const place = { sinkPort, dnsServer: outside.dnsServer, accounts, workers };
  return { bench: { generator, sink, outside, part }, place, load, rounds, conditions, isBusy, print };
}

/** A next server that takes its time. */
async function measureSlowSink({ bench, place, load, print }: Setting, scope: AsyncDisposableStack): Promise<void> {
  const kauke = await startKauke({ ...place, cutThrough: 'on', name: 'Kauke as shipped' }, scope);
  await measure(bench, kauke, { load: { ...load, ...warmUp } });
  const figures = await measure(bench, kauke, { load, replyDelayMs: slowSinkMs });
  print(formatFigures(`sink answers after ${slowSinkMs} ms`, figures));
}

/** Everything is stored before it is delivered. */
async function measureSpooled({ bench, place, load, print }: Setting, scope: AsyncDisposableStack): Promise<void> {
  const kauke = await startKauke({ ...place, cutThrough: 'off', name: 'Kauke with CUT_THROUGH=off' }, scope);
  await measure(bench, kauke, { load: { ...load, ...warmUp } });
  print(formatFigures('everything spooled first', await measure(bench, kauke, { load })));
}

async function measureMemoryUse({ bench, place, print }: Setting, scope: AsyncDisposableStack): Promise<void> {
  const kauke = await startKauke({ ...place, cutThrough: 'on', name: 'Kauke as shipped' }, scope);
  await measureMemory(bench, kauke, print);
}

/** Runs `work` on a scope of its own that ends with it, and at the latest with `scope`. */
async function inPart(scope: AsyncDisposableStack, work: (part: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const part = scope.use(new AsyncDisposableStack());
  await work(part);
  await part.disposeAsync();
}

/** The program by itself: a slow sink, everything stored first, memory. */
async function measureAlone(setting: Setting, scope: AsyncDisposableStack): Promise<void> {
  for (const part of [measureSlowSink, measureSpooled, measureMemoryUse]) {
    await inPart(scope, (inner) => part(setting, inner));
    setting.print('');
  }
}

/** All ratios of all times, and the smallest of each of our ways. */
function printRatios(ratios: readonly Ratio[], print: Print): void {
  if (ratios.length === 0) return;
  print('All ratios');
  for (const ratio of ratios) print(formatRatio(ratio));
  print('');
  for (const { name, budget } of ownWays) {
    const line = describeSmallest(name, budget, ratios);
    if (line !== null) print(line);
  }
}

/**
 * Measures the way of a message from the MX listener to the next server beside the peers, or by itself and with the memory
 * it takes. Everything it starts ends with `scope`.
 * @throws Error when something does not start or does not do its work, a message is refused or lost, or a time cap is reached
 */
export async function runForward(options: ForwardOptions, scope: AsyncDisposableStack, print: Print): Promise<void> {
  const { beside, isBusy, keyed, times, ways, withPeer } = options;
  const startedAt = performance.now();
  for (const line of describeConditions(options)) print(line);
  const peers = await choosePeers(withPeer, scope, print);
  print('');
  await buildWeb(scope);
  const setting = await startBench(options, scope, print);
  if (isBusy) startBusyLoops(scope);
  if (beside !== null)
    return inPart(scope, (part) => compareCheckouts(setting, { other: resolve(beside), ways }, part));

  if (keyed !== null) return inPart(scope, (part) => compareKeyed(setting, keyed, part));

  const ratios: Ratio[] = [];
  for (let time = 0; time < times; time += 1) {
    await inPart(scope, async (part) => void ratios.push(...(await compareForwarders(setting, peers, time, part))));
  }
  if (peers.length === 0) await measureAlone(setting, scope);
  printRatios(ratios, print);
  print(`Took      ${((performance.now() - startedAt) / minuteMs).toFixed(1)} minutes`);
}
