import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ReplyReader } from './reply-reader.ts';

const silenceMs = 60_000;

export interface ClientConnection {
  readonly socket: Socket;
  readonly reader: ReplyReader;
}

async function greet(socket: Socket): Promise<ReplyReader> {
  await once(socket, 'connect');
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`no reply within ${silenceMs / 1000} s`)));
  const reader = new ReplyReader(socket);
  const greeting = await reader.next();
  if (!greeting.startsWith('220')) throw new Error(`greeted with ${greeting}`);
  socket.write('EHLO relay.sender.example\r\n');
  const answer = await reader.next();
  if (!answer.startsWith('250')) throw new Error(`EHLO answered with ${answer}`);
  return reader;
}

/**
 * A connection to a server on this machine that has said EHLO.
 * @throws Error when the server does not greet, hangs up or stalls
 */
export async function openConnection(port: number): Promise<ClientConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  try {
    return { socket, reader: await greet(socket) };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
