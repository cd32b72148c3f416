import { forgetPeakMemory, readMemory } from '../process-usage.ts';
import { memoryBudgets } from './budgets.ts';
import { measure, type Bench } from './measure.ts';
import type { Kauke } from './start-kauke.ts';

type Print = (line: string) => void;

const mebibyte = 1024 * 1024;
const megabyte = 1_000_000;
const idleConnections = 2000;
const busyLoad = { messages: 4000, bytes: 10_000, connections: 200 };
/** As large as the program takes them, but for what a line of SIZE rounds. */
const largeLoad = { messages: 10, bytes: 25 * mebibyte - 4096, connections: 10 };
/** More large messages than may be in hand at once: the others are put off. */
const largeRetryMs = 500;
const holdTimeoutMs = 120_000;

function inMegabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`;
}

function describe(what: string, bytes: number | null, mostBytes: number | null): string {
  if (bytes === null) return `${what}: unknown`;
  if (mostBytes === null) return `${what}: ${inMegabytes(bytes)}`;
  return `${what}: ${inMegabytes(bytes)} (at most ${inMegabytes(mostBytes)}: ${bytes <= mostBytes ? 'met' : 'MISSED'})`;
}

/**
 * Resident memory of a program that has just started: idle, with connections that say nothing, with many that send, with
 * the largest messages.
 * @throws Error when a message is refused for good or lost
 */
export async function measureMemory(bench: Bench, kauke: Kauke, print: Print): Promise<void> {
  const { pid, mxPort: port, idle } = kauke;
  // A primary is none of its workers.
  const further = Math.max(0, (idle?.processes ?? 1) - 2) * memoryBudgets.furtherWorkerBytes;
  const nowBytes = (): number | null => readMemory(pid)?.nowBytes ?? null;
  const peakBytes = (): number | null => readMemory(pid)?.peakBytes ?? null;
  print(describe('idle after the start', idle?.nowBytes ?? null, memoryBudgets.idleBytes + further));
  print(describe('idle after accounts were made', nowBytes(), null));

  const held = await bench.generator.call('hold', { port, connections: idleConnections }, holdTimeoutMs);
  const others = held === idleConnections ? '' : ` of ${idleConnections}, the others turned away`;
  print(describe(`${held} idle connections${others}`, nowBytes(), null));
  await bench.generator.call('release', null, holdTimeoutMs);

  forgetPeakMemory(pid);
  await measure(bench, kauke, { load: busyLoad });
  print(describe(`${busyLoad.connections} busy connections, peak`, peakBytes(), memoryBudgets.busyBytes + further));

  forgetPeakMemory(pid);
  const large = await measure(bench, kauke, { load: largeLoad, retryAfterMs: largeRetryMs });
  const seconds = (largeLoad.messages / large.messagesPerSecond).toFixed(1);
  const what = `${largeLoad.messages} messages of 25 MiB at once (${seconds} s, ${large.retries} times put off), peak`;
  print(describe(what, peakBytes(), null));
}
