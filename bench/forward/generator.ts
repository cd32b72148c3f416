import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { answerCalls } from '../helper-process.ts';
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
  const { port, connections, retryAfterMs } = order;
  const replyMs: number[] = [];
  const refusals = new Map<string, number>();
  let retries = 0;
  const next = paced(order);
  const onReply = (reply: string, ms: number): void => {
    if (reply.startsWith('250')) replyMs.push(ms);
    else refusals.set(reply, (refusals.get(reply) ?? 0) + 1);
  };
  const onRetry = (): void => {
    retries += 1;
  };
  const work = { port, next, onReply, retryAfterMs, onRetry };
  await Promise.all(Array.from({ length: connections }, () => sendOverConnection(work)));
  prepared = [];
  return { replyMs, refusals, retries };
}

async function hold(port: number, connections: number): Promise<number> {
  const opened = await Promise.allSettled(Array.from({ length: connections }, () => openConnection(port)));
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
