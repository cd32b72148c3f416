import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { startHelper } from '../helper-process.ts';
import type { ForwardOptions, Load } from '../read-arguments.ts';
import type { GeneratorCalls, SinkCalls } from './calls.ts';
import { compareCheckouts } from './compare-checkouts.ts';
import { compareForwarders, type Setting } from './compare-forwarders.ts';
import { createSender } from './create-sender.ts';
import { formatFigures } from './format-figures.ts';
import { measureMemory } from './measure-memory.ts';
import { measure } from './measure.ts';
import { findPeer, type InstalledPeer } from './peer/find-peer.ts';
import { startKauke } from './start-kauke.ts';

type Print = (line: string) => void;

/** An account may have 2,000 messages waiting. */
const messagesPerAccount = 1_500;
/** One network may register so many in an hour. */
const maxAccounts = 10;
const warmUp = { messages: 500, bytes: 10_000 };
const listenTimeoutMs = 10_000;

/** Of this process and all that it starts. */
function readFilesLimit(): string {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

function describeConditions({ messages, bytes, connections }: Load): string[] {
  return [
    `Machine   ${describeMachine()}; ulimit -n ${readFilesLimit()}`,
    `Database  ${process.env['DATABASE_URL'] === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL'}`,
    `Load      ${messages} messages of ${bytes} octets over ${connections} connections, five rounds in turns;`,
    '          each DKIM-signed by its sender, one inbox behind each alias, no TLS',
    `          Generator, sink and DNS server share ${availableParallelism()} cores with what is measured.`,
  ];
}

/** The peer when it is wanted and installed. */
async function choosePeer(withPeer: boolean, print: Print): Promise<InstalledPeer | null> {
  if (!withPeer) return null;
  const peer = await findPeer();
  if (typeof peer !== 'string') {
    print(`Peer      Postfix ${peer.postfix.version} with Rspamd ${peer.rspamd.version}`);
    return peer;
  }
  print(`Peer      ${peer}`);
  return null;
}

async function startBench(load: Load, scope: AsyncDisposableStack, print: Print): Promise<Setting> {
  const { sender, dnsServer } = await createSender(scope);
  const sink = startHelper<SinkCalls>(new URL('./sink.ts', import.meta.url), scope);
  const generator = startHelper<GeneratorCalls>(new URL('./generator.ts', import.meta.url), scope);
  const sinkPort = await sink.call('listen', null, listenTimeoutMs);
  const accounts = Math.min(maxAccounts, Math.ceil(load.messages / messagesPerAccount));
  return { bench: { generator, sink, sender }, place: { sinkPort, dnsServer, accounts }, load, print };
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

/**
 * Measures the way of a message from the MX listener to the next server, and the memory it takes. Everything it starts ends
 * with `scope`.
 * @throws Error when something does not start or does not do its work, a message is refused or lost, or a time cap is reached
 */
export async function runForward(
  { load, withPeer, beside }: ForwardOptions,
  scope: AsyncDisposableStack,
  print: Print,
): Promise<void> {
  for (const line of describeConditions(load)) print(line);
  const peer = await choosePeer(withPeer, print);
  print('');
  await buildWeb(scope);
  const setting = await startBench(load, scope, print);
  if (beside !== null) return inPart(scope, (part) => compareCheckouts(setting, resolve(beside), part));
  await inPart(scope, (part) => compareForwarders(setting, peer, part));
  print('');
  await inPart(scope, (part) => measureSpooled(setting, part));
  print('');
  await inPart(scope, (part) => measureMemoryUse(setting, part));
}
