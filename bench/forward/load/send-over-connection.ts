import { setTimeout as pause } from 'node:timers/promises';
import type { WireMessage } from './make-messages.ts';
import { openConnection, type ClientConnection, type Target } from './open-connection.ts';
import type { ReplyReader } from './reply-reader.ts';

export interface SendingConnection {
  readonly target: Target;
  /** The next message when it is due; undefined when there is none left. */
  readonly next: () => Promise<WireMessage | undefined>;
  /** Told the reply and the time from the final dot to it. */
  readonly onReply: (reply: string, replyMs: number) => void;
  /** A message that is put off is sent again after this time; null: it is not. */
  readonly retryAfterMs: number | null;
  readonly onRetry: () => void;
}

interface Outcome {
  readonly reply: string;
  readonly replyMs: number;
}

/** The reply that decides about DATA: the first of three that is none of success. */
async function openData(reader: ReplyReader): Promise<string | null> {
  const replies = [await reader.next(), await reader.next(), await reader.next()];
  return replies.find((reply) => !/^[23]/.test(reply)) ?? null;
}

async function sendMessage({ socket, reader }: ClientConnection, message: WireMessage): Promise<Outcome> {
  socket.write(message.envelope);
  const refusal = await openData(reader);
  if (refusal !== null) {
    socket.write('RSET\r\n');
    await reader.next();
    return { reply: refusal, replyMs: 0 };
  }
  const dotAt = performance.now();
  socket.write(message.content);
  return { reply: await reader.next(), replyMs: performance.now() - dotAt };
}

/**
 * Sends messages one after another over one connection until there is none left; whether it resumed a TLS session.
 * @throws Error when the server hangs up, stalls or does not greet
 */
export async function sendOverConnection(work: SendingConnection): Promise<boolean> {
  const { target, next, onReply, retryAfterMs, onRetry } = work;
  const connection = await openConnection(target);
  const { socket, reader } = connection;
  try {
    for (let message = await next(); message !== undefined; message = await next()) {
      let outcome = await sendMessage(connection, message);
      while (retryAfterMs !== null && outcome.reply.startsWith('4')) {
        onRetry();
        await pause(retryAfterMs);
        outcome = await sendMessage(connection, message);
      }
      onReply(outcome.reply, outcome.replyMs);
    }
    socket.write('QUIT\r\n');
    await reader.next();
    return connection.isResumed;
  } finally {
    socket.destroy();
  }
}
