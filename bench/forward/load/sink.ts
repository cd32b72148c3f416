import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { testSecureContext } from '#support/tls.ts';
import { answerCalls } from '../../helper-process.ts';
import type { Connections, SinkCalls, SinkOrder } from './calls.ts';
import { SinkSession } from './sink-session.ts';

/** The receiving server of the benchmark, a process of its own: takes everything and keeps nothing unless asked. */

const taken = '250 2.0.0 Taken\r\n';

let order: SinkOrder = { replyDelayMs: 0, offersTls: false, keeps: false };
let count = 0;
/** Recipients, and those that were put off. */
let asked = 0;
let deferred = 0;
let opened = 0;
let resumed = 0;
let kept: Buffer[] = [];
let awaited: { readonly count: number; readonly reached: (connections: Connections) => void } | null = null;
const sockets = new Set<Socket>();

function defers(): boolean {
  const { deferredInHundred = 0 } = order;
  asked += 1;
  if (deferredInHundred === 0 || asked % Math.round(100 / deferredInHundred) !== 0) return false;
  deferred += 1;
  return true;
}

function tellArrival(): void {
  if (awaited === null || count + deferred < awaited.count) return;
  awaited.reached({ opened, resumed });
  awaited = null;
}

function encrypt(socket: Socket): void {
  socket.removeAllListeners('data');
  const secure = new TLSSocket(socket, { isServer: true, secureContext: testSecureContext });
  secure.once('secure', () => {
    if (secure.isSessionReused()) resumed += 1;
  });
  serve(secure, false);
}

function serve(socket: Socket, offersTls: boolean): void {
  const session = new SinkSession(offersTls, defers);
  const { keeps, replyDelayMs } = order;
  socket.on('error', () => {});
  socket.on('data', (octets: Buffer) => {
    if (keeps) kept.push(octets);
    const { replies, messages, isOver, startsTls } = session.push(octets);
    const answers = taken.repeat(messages);
    count += messages;
    if (replies !== '' || replyDelayMs === 0) socket.write(replyDelayMs === 0 ? answers + replies : replies);
    if (messages > 0 && replyDelayMs > 0) setTimeout(() => socket.write(answers), replyDelayMs);
    tellArrival();
    if (isOver) socket.end();
    if (startsTls) encrypt(socket);
  });
}

const server = createServer({ noDelay: true }, (socket) => {
  opened += 1;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  serve(socket, order.offersTls);
  socket.write('220 sink.example ESMTP\r\n');
});

answerCalls<SinkCalls>({
  listen: async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },
  expect: async (ask) => {
    // What was kept open follows the former order.
    for (const socket of sockets) socket.destroy();
    order = ask;
    kept = [];
    count = 0;
    asked = 0;
    deferred = 0;
    opened = 0;
    resumed = 0;
    return null;
  },
  arrived: (wanted) =>
    new Promise((resolve) => {
      awaited = { count: wanted, reached: resolve };
      tellArrival();
    }),
  kept: async () => Buffer.concat(kept).toString('latin1'),
});
