import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { answerCalls } from '../helper-process.ts';
import type { SinkCalls } from './calls.ts';
import { SinkSession } from './sink-session.ts';

/** The receiving server of the benchmark, a process of its own: takes everything and keeps nothing unless asked. */

const taken = '250 2.0.0 Taken\r\n';

let replyDelayMs = 0;
let count = 0;
let kept: Buffer[] | null = null;
let awaited: { readonly count: number; readonly reached: () => void } | null = null;

function tellArrival(): void {
  if (awaited === null || count < awaited.count) return;
  awaited.reached();
  awaited = null;
}

function serve(socket: Socket): void {
  const session = new SinkSession();
  socket.on('error', () => {});
  socket.on('data', (octets: Buffer) => {
    kept?.push(octets);
    const { replies, messages, isOver } = session.push(octets);
    const answers = taken.repeat(messages);
    count += messages;
    if (replies !== '' || replyDelayMs === 0) socket.write(replyDelayMs === 0 ? answers + replies : replies);
    if (messages > 0 && replyDelayMs > 0) setTimeout(() => socket.write(answers), replyDelayMs);
    if (messages > 0) tellArrival();
    if (isOver) socket.end();
  });
  socket.write('220 sink.example ESMTP\r\n');
}

const server = createServer({ noDelay: true }, serve);

answerCalls<SinkCalls>({
  listen: async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
  expect: async (ask) => {
    replyDelayMs = ask.replyDelayMs;
    kept = ask.keeps ? [] : null;
    count = 0;
    return null;
  },
  arrived: (wanted) =>
    new Promise((resolve) => {
      awaited = { count: wanted, reached: () => resolve(null) };
      tellArrival();
    }),
  kept: async () => Buffer.concat(kept ?? []).toString('latin1'),
});
