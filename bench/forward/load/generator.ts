import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCalls } from '../../helper-process.ts';
import type { GeneratorCalls, SendOrder, SendResult } from './calls.ts';
import { makeMessages, type WireMessage } from './make-messages.ts';
import { openConnection } from './open-connection.ts';
import { sendOverConnection } from './send-over-connection.ts';

/** The load generator of the benchmark, a process of its own. */

let prepared: WireMessage[] = [];
let held: Socket[] = [];

/** Gives the prepared messages one by one, each not before it is due. */
function paced({ perSecond }: SendOrder): () => Promise<WireMessage | undefined> {
  const left = prepared.entries();
  const startedAt = performance.now();
  return async () => {
    const [index, message] = left.next().value ?? [];
    if (perSecond !== null && index !== undefined) {
      const dueInMs = startedAt + (index * 1000) / perSecond - performance.now();
      if (dueInMs > 0) await pause(dueInMs);
    }
    return message;
  };
}

async function send(order: SendOrder): Promise<SendResult> {
  const { port, connections, tls, messagesPerConnection, retryAfterMs } = order;
  const replyMs: number[] = [];
  const refusals = new Map<string, number>();
  let retries = 0;
  let opened = 0;
  let resumed = 0;
  const next = paced(order);
  const onReply = (reply: string, ms: number): void => {
    if (reply.startsWith('250')) replyMs.push(ms);
    else refusals.set(reply, (refusals.get(reply) ?? 0) + 1);
  };
  const onRetry = (): void => {
    retries += 1;
  };
  const work = { target: { port, tls }, onReply, retryAfterMs, onRetry };
  const sendAll = async (): Promise<void> => {
    for (let first = await next(); first !== undefined; first = await next()) {
      const begun = [first];
      let left = messagesPerConnection ?? Infinity;
      const nextHere = async (): Promise<WireMessage | undefined> => {
        left -= 1;
        return left < 0 ? undefined : (begun.pop() ?? next());
      };
      opened += 1;
      if (await sendOverConnection({ ...work, next: nextHere })) resumed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  prepared = [];
  return { replyMs, refusals, retries, connections: { opened, resumed } };
}

async function hold(port: number, connections: number): Promise<number> {
  const opened = await Promise.allSettled(
    Array.from({ length: connections }, () => openConnection({ port, tls: false })),
  );
  held = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.socket] : []));
  return held.length;
}

answerCalls<GeneratorCalls>({
  prepare: async (order) => {
    prepared = await makeMessages(order);
    return null;
  },
  send,
  hold: ({ port, connections }) => hold(port, connections),
  release: async () => {
    for (const socket of held) socket.destroy();
    held = [];
    return null;
  },
});
