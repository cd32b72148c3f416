import type { HelperProcess } from '../helper-process.ts';
import { readCpuTime, readDescendantsCpuTime, type CpuTime } from '../process-usage.ts';
import type { Load } from '../read-arguments.ts';
import type { GeneratorCalls, Sender, SinkCalls } from './calls.ts';
import { percentile } from './percentile.ts';
import type { Program } from './start-program.ts';

/** The processes around the program, and what they use. */
export interface Bench {
  readonly generator: HelperProcess<GeneratorCalls>;
  readonly sink: HelperProcess<SinkCalls>;
  readonly sender: Sender;
}

export interface Case {
  readonly load: Load;
  readonly recipients: readonly string[];
  /** How long the sink takes to answer the final dot. */
  readonly replyDelayMs: number;
}

export interface Figures {
  readonly messagesPerSecond: number;
  /** Of the program, for one message; null where the system does not tell. */
  readonly cpu: CpuTime | null;
  /** Of the embedded PostgreSQL, for one message, user and system together. */
  readonly databaseCpuMs: number | null;
  /** From the final dot to its reply. */
  readonly replyP50Ms: number;
  readonly replyP99Ms: number;
}

const callTimeoutMs = 10_000;
/** Generous: a cap on a run that hangs, not on a slow machine. */
const fixedMs = 60_000;
const eachMs = 60;

const spent = (before: CpuTime | null, after: CpuTime | null, messages: number): CpuTime | null =>
  before === null || after === null
    ? null
    : {
        userMs: (after.userMs - before.userMs) / messages,
        systemMs: (after.systemMs - before.systemMs) / messages,
      };

/**
 * Sends the load through the program and waits until all of it has reached the sink.
 * @throws Error when a message is refused, or the caps on time are reached
 */
export const measure = async ({ generator, sink, sender }: Bench, program: Program, what: Case): Promise<Figures> => {
  const { load, recipients, replyDelayMs } = what;
  const { messages, bytes, connections } = load;
  const capMs = fixedMs + messages * eachMs;
  await generator.call('prepare', { messages, bytes, recipients, sender }, capMs);
  await sink.call('expect', { replyDelayMs }, callTimeoutMs);

  const cpuBefore = readCpuTime(program.pid);
  const databaseBefore = readDescendantsCpuTime(program.pid);
  const startedAt = performance.now();
  const { replyMs, refusals } = await generator.call('send', { port: program.mxPort, connections }, capMs);
  if (refusals.size > 0) {
    const list = [...refusals].map(([reply, times]) => `${times} × ${reply}`).join('; ');
    throw new Error(`the program refused messages: ${list}`);
  }
  await sink.call('arrived', messages, capMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = spent(cpuBefore, readCpuTime(program.pid), messages);
  const databaseCpu = spent(databaseBefore, readDescendantsCpuTime(program.pid), messages);

  return {
    messagesPerSecond: messages / seconds,
    cpu,
    databaseCpuMs: databaseCpu === null ? null : databaseCpu.userMs + databaseCpu.systemMs,
    replyP50Ms: percentile(replyMs, 50),
    replyP99Ms: percentile(replyMs, 99),
  };
};
