import { answerCalls } from '../helper-process.ts';
import type { GeneratorCalls, SendResult } from './calls.ts';
import { makeMessages, type WireMessage } from './make-messages.ts';
import { sendOverConnection } from './send-over-connection.ts';

/** The load generator of the benchmark, a process of its own. */

let prepared: WireMessage[] = [];

const send = async (port: number, connections: number): Promise<SendResult> => {
  const replyMs: number[] = [];
  const refusals = new Map<string, number>();
  const left = prepared.values();
  const next = (): WireMessage | undefined => left.next().value;
  const onReply = (reply: string, ms: number): void => {
    if (reply.startsWith('250')) replyMs.push(ms);
    else refusals.set(reply, (refusals.get(reply) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: connections }, () => sendOverConnection({ port, next, onReply })));
  prepared = [];
  return { replyMs, refusals };
};

answerCalls<GeneratorCalls>({
  prepare: async (order) => {
    prepared = await makeMessages(order);
    return null;
  },
  send: ({ port, connections }) => send(port, connections),
});
