import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { WireMessage } from './make-messages.ts';
import { ReplyReader } from './reply-reader.ts';

const silenceMs = 60_000;

export interface SendingConnection {
  readonly port: number;
  /** The next message; undefined when there is none left. */
  readonly next: () => WireMessage | undefined;
  /** Told the reply and the time from the final dot to it. */
  readonly onReply: (reply: string, replyMs: number) => void;
}

const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`no reply within ${silenceMs / 1000} s`)));
  return socket;
};

/** The reply that decides about DATA: the first of three that is none of success. */
const openData = async (reader: ReplyReader): Promise<string | null> => {
  const replies = [await reader.next(), await reader.next(), await reader.next()];
  return replies.find((reply) => !/^[23]/.test(reply)) ?? null;
};

/**
 * Sends messages one after another over one connection until there is none left.
 * @throws Error when the server hangs up, stalls or does not greet
 */
export const sendOverConnection = async ({ port, next, onReply }: SendingConnection): Promise<void> => {
  const socket = await open(port);
  try {
    const reader = new ReplyReader(socket);
    const greeting = await reader.next();
    if (!greeting.startsWith('220')) throw new Error(`greeted with ${greeting}`);
    socket.write('EHLO relay.sender.example\r\n');
    await reader.next();
    for (let message = next(); message !== undefined; message = next()) {
      socket.write(message.envelope);
      const refusal = await openData(reader);
      if (refusal === null) {
        const dotAt = performance.now();
        socket.write(message.content);
        onReply(await reader.next(), performance.now() - dotAt);
      } else {
        onReply(refusal, 0);
        socket.write('RSET\r\n');
        await reader.next();
      }
    }
    socket.write('QUIT\r\n');
    await reader.next();
  } finally {
    socket.destroy();
  }
};
