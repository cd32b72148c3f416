import { setTimeout as pause } from 'node:timers/promises';
import type { HelperProcess } from '../helper-process.ts';
import type { Load } from '../read-arguments.ts';
import { messagesPerTlsConnection, plainConditions, type Conditions } from './conditions.ts';
import type { Outside } from './create-outside.ts';
import type { Forwarder, Part } from './forwarder.ts';
import type { Connections, GeneratorCalls, SendResult, SinkCalls } from './load/calls.ts';
import { percentile } from './percentile.ts';

/** The processes around what is measured. */
export interface Bench {
  readonly generator: HelperProcess<GeneratorCalls>;
  readonly sink: HelperProcess<SinkCalls>;
  readonly outside: Outside;
  /** Generator, sink and DNS server. */
  readonly part: Part;
}

export interface Case {
  readonly load: Load;
  /** Plain unless given. */
  readonly conditions?: Conditions;
  /** How long the sink takes to answer the final dot. */
  readonly replyDelayMs?: number;
  /** Pace of the sender; as fast as messages are taken otherwise. */
  readonly perSecond?: number;
  /** Senders whose message is put off try again after this time. */
  readonly retryAfterMs?: number;
}

export interface Figures {
  readonly messages: number;
  /** From the first connection to the last message at the sink. */
  readonly messagesPerSecond: number;
  /** Of all parts together, for one message; null where the system does not tell. */
  readonly cpuMs: number | null;
  readonly cpuByPart: readonly { readonly name: string; readonly cpuMs: number | null }[];
  /** Of the benchmark itself, for one message. */
  readonly benchCpuMs: number | null;
  /** From the generator, and to the sink. */
  readonly connections: { readonly in: Connections; readonly out: Connections };
  /** From the final dot to its reply. */
  readonly replyP50Ms: number;
  readonly replyP99Ms: number;
  readonly retries: number;
}

const callTimeoutMs = 10_000;
/** Generous: a cap on a run that hangs, not on a slow machine. */
const fixedMs = 120_000;
const eachMs = 60;
/** What is done after a message has left belongs to it too. */
const settleMs = 300;

function readCpuMs({ readCpu }: Part): number | null {
  const time = readCpu();
  return time && time.userMs + time.systemMs;
}

function demandAllTaken(name: string, { refusals }: SendResult): void {
  if (refusals.size === 0) return;
  const list = [...refusals].map(([reply, times]) => `${times} × ${reply}`).join('; ');
  throw new Error(`${name} refused messages: ${list}`);
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
}

/** Begins to count the processor time of programs; what each has used for a message until it is asked. */
function countCpu(
  parts: readonly Part[],
  messages: number,
): () => { readonly name: string; readonly cpuMs: number | null }[] {
  const before = parts.map(readCpuMs);
  return () =>
    parts.map((part, index) => {
      const now = readCpuMs(part);
      const then = before[index] ?? null;
      return { name: part.name, cpuMs: now === null || then === null ? null : (now - then) / messages };
    });
}

/**
 * Sends the load through `forwarder` and waits until all of it has reached the sink.
 * @throws Error when a message is refused, or the caps on time are reached
 */
export async function measure(bench: Bench, forwarder: Forwarder, what: Case): Promise<Figures> {
  const { generator, sink, outside } = bench;
  const { name, mxPort: port, recipients } = forwarder;
  const { load, conditions = plainConditions, replyDelayMs = 0, perSecond = null, retryAfterMs = null } = what;
  const { messages, bytes, connections } = load;
  const { tls, mix, deferredInHundred = 0 } = conditions;
  const capMs = fixedMs + messages * eachMs;
  const domains = outside.arrange(conditions, messages);
  const wanted = { messages, bytes, recipients, domains };
  await generator.call('prepare', { ...wanted, ...(mix && { mix }), signer: outside.signer }, capMs);
  await sink.call('expect', { replyDelayMs, offersTls: tls, keeps: false, deferredInHundred }, callTimeoutMs);

  const cpuSoFar = countCpu([bench.part, ...forwarder.parts], messages);
  const startedAt = performance.now();
  const messagesPerConnection = tls ? messagesPerTlsConnection : null;
  const order = { port, connections, tls, messagesPerConnection, perSecond, retryAfterMs };
  const sent = await generator.call('send', order, capMs);
  demandAllTaken(name, sent);
  const out = await sink.call('arrived', messages, capMs);
  const seconds = (performance.now() - startedAt) / 1000;
  await pause(settleMs);

  const [own, ...cpuByPart] = cpuSoFar();
  return {
    messages,
    messagesPerSecond: messages / seconds,
    cpuMs: sum(cpuByPart.map(({ cpuMs }) => cpuMs)),
    cpuByPart,
    benchCpuMs: own?.cpuMs ?? null,
    connections: { in: sent.connections, out },
    replyP50Ms: percentile(sent.replyMs, 50),
    replyP99Ms: percentile(sent.replyMs, 99),
    retries: sent.retries,
  };
}
