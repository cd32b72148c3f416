import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { startHelper } from '../helper-process.ts';
import { readMemory } from '../process-usage.ts';
import type { Load } from '../read-arguments.ts';
import type { GeneratorCalls, SinkCalls } from './calls.ts';
import { createSender } from './create-sender.ts';
import { formatFigures, formatHead } from './format-figures.ts';
import { measure, type Bench } from './measure.ts';
import { setUpAliases } from './set-up-aliases.ts';
import { startProgram, type Program } from './start-program.ts';

type Print = (line: string) => void;

/** The cases, by how the program is started for them. */
const plan = [
  {
    cutThrough: 'on',
    cases: [
      { name: 'sink answers at once', replyDelayMs: 0 },
      { name: 'sink answers after 200 ms', replyDelayMs: 200 },
    ],
  },
  { cutThrough: 'off', cases: [{ name: 'everything spooled first', replyDelayMs: 0 }] },
] as const;

/** Enough for the program's code to be compiled and its caches to be filled. */
const warmUp = { messages: 500, bytes: 10_000 };
/** An account may have 2,000 messages waiting. */
const messagesPerAccount = 1_500;
/** One network may register so many in an hour. */
const maxAccounts = 10;

const listenTimeoutMs = 10_000;
const mebibyte = 1024 * 1024;

const describeConditions = ({ messages, bytes, connections }: Load): string[] => [
  `Machine   ${describeMachine()}`,
  `Database  ${process.env['DATABASE_URL'] === undefined ? 'embedded PostgreSQL' : 'DATABASE_URL'}`,
  `Load      ${messages} messages of ${bytes} octets over ${connections} connections, after ${warmUp.messages} to warm up;`,
  '          each DKIM-signed by its sender, one inbox behind each alias, no TLS',
  `          Generator, sink and program are three processes; with PostgreSQL they share ${availableParallelism()} cores.`,
  '',
];

const describeMemory = (when: string, { pid }: Program): string => {
  const memory = readMemory(pid);
  const inMebibytes = (bytes: number): string => `${(bytes / mebibyte).toFixed(0)} MiB`;
  const text = memory === null ? 'unknown' : `${inMebibytes(memory.nowBytes)}, peak ${inMebibytes(memory.peakBytes)}`;
  return `Memory    ${when}: ${text}`;
};

const startBench = async (scope: AsyncDisposableStack) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-bench-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const { sender, dnsServer } = await createSender(scope);
  const sink = startHelper<SinkCalls>(new URL('./sink.ts', import.meta.url), scope);
  const generator = startHelper<GeneratorCalls>(new URL('./generator.ts', import.meta.url), scope);
  const sinkPort = await sink.call('listen', null, listenTimeoutMs);
  const bench: Bench = { generator, sink, sender };
  return { bench, dataDir, dnsServer, sinkPort };
};

/**
 * Measures the way of a message from the MX listener to the next server, in three cases. Everything it starts ends with
 * `scope`.
 * @throws Error when something does not start, a message is refused or lost, or a time cap is reached
 */
export const runForward = async (load: Load, scope: AsyncDisposableStack, print: Print): Promise<void> => {
  for (const line of describeConditions(load)) print(line);
  await buildWeb(scope);
  const { bench, ...place } = await startBench(scope);
  const accounts = Math.min(maxAccounts, Math.ceil(load.messages / messagesPerAccount));
  const memory: string[] = [];

  print(formatHead());
  for (const { cutThrough, cases } of plan) {
    const program = await startProgram({ ...place, cutThrough }, scope);
    memory.push(describeMemory(`idle after the start, CUT_THROUGH=${cutThrough}`, program));
    const recipients = await setUpAliases(program.webUrl, accounts);
    await measure(bench, program, { load: { ...load, ...warmUp }, recipients, replyDelayMs: 0 });
    for (const { name, replyDelayMs } of cases) {
      print(formatFigures(name, await measure(bench, program, { load, recipients, replyDelayMs })));
      memory.push(describeMemory(name, program));
    }
    await program.stop();
  }
  print('');
  for (const line of memory) print(line);
};
