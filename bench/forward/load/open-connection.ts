import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ReplyReader } from './reply-reader.ts';

const silenceMs = 60_000;

export interface Target {
  readonly port: number;
  /** By STARTTLS. */
  readonly tls: boolean;
}

export interface ClientConnection {
  readonly socket: Socket;
  readonly reader: ReplyReader;
  /** Whether it went on with the TLS session of an earlier one. */
  readonly isResumed: boolean;
}

/** TLS session resumption: the last session of each server, as a mail host that writes often has it. */
const sessions = new Map<number, Buffer>();

function readFrom(socket: Socket): ReplyReader {
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`no reply within ${silenceMs / 1000} s`)));
  return new ReplyReader(socket);
}

async function say(socket: Socket, reader: ReplyReader, command: string, code: string): Promise<void> {
  socket.write(`${command}\r\n`);
  const answer = await reader.next();
  if (!answer.startsWith(code)) throw new Error(`${command} answered with ${answer}`);
}

async function encrypt(socket: Socket, port: number): Promise<TLSSocket> {
  // From here on the other one keeps the time.
  socket.setTimeout(0);
  const session = sessions.get(port);
  const secure = connectTls({ socket, rejectUnauthorized: false, ...(session === undefined ? {} : { session }) });
  secure.on('session', (latest: Buffer) => sessions.set(port, latest));
  await once(secure, 'secureConnect');
  return secure;
}

async function greet(socket: Socket, { port, tls }: Target): Promise<ClientConnection> {
  await once(socket, 'connect');
  const reader = readFrom(socket);
  const greeting = await reader.next();
  if (!greeting.startsWith('220')) throw new Error(`greeted with ${greeting}`);
  await say(socket, reader, 'EHLO relay.sender.example', '250');
  if (!tls) return { socket, reader, isResumed: false };

  await say(socket, reader, 'STARTTLS', '220');
  const secure = await encrypt(socket, port);
  const secureReader = readFrom(secure);
  await say(secure, secureReader, 'EHLO relay.sender.example', '250');
  return { socket: secure, reader: secureReader, isResumed: secure.isSessionReused() };
}

/**
 * A connection to a server on this machine that has said EHLO.
 * @throws Error when the server does not greet, hangs up or stalls
 */
export async function openConnection(target: Target): Promise<ClientConnection> {
  const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true });
  try {
    return await greet(socket, target);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
