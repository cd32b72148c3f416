import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { patience } from '#support/patience.ts';
import { testSecureContext } from '#support/tls.ts';

/** A receiving server that copies nothing, so that all copying in its process is the sender's. */
export interface PlainSink {
  readonly port: number;
  /** Answers each recipient by this from now on. */
  answerRecipients(reply: string): void;
  /** The pieces of the next message that comes whole. */
  next(): Promise<readonly Buffer[]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly take: (pieces: readonly Buffer[]) => void;
}

const finalDot = '\r\n.\r\n';
const replies: Readonly<Record<string, string>> = { MAIL: '250 ok\r\n', RSET: '250 ok\r\n', QUIT: '221 bye\r\n' };

/** Takes commands in one go (RFC 2920) and messages in any number of pieces, the last of which holds the final dot. */
export async function startPlainSink(): Promise<PlainSink> {
  let recipientReply = '250 ok';
  const waiting: Waiting[] = [];
  const sockets = new Set<Socket>();

  const serve = (socket: Socket, offersTls: boolean): void => {
    let pieces: Buffer[] | null = null;
    let tail = '';
    const obey = (octets: Buffer): void => {
      let granted = false;
      let answer = '';
      for (const line of octets.toString('latin1').split('\r\n').slice(0, -1)) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'STAR') {
          socket.write('220 go on\r\n');
          socket.removeAllListeners('data');
          return serve(new TLSSocket(socket, { isServer: true, secureContext: testSecureContext }), false);
        }
        if (verb === 'RCPT') granted = recipientReply.startsWith('2');
        if (verb === 'DATA' && granted) pieces = [];
        const ehlo = `250-sink.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n${offersTls ? '250-STARTTLS\r\n' : ''}250 SIZE\r\n`;
        const answers = {
          ...replies,
          EHLO: ehlo,
          RCPT: `${recipientReply}\r\n`,
          DATA: granted ? '354 go on\r\n' : '554 none\r\n',
        };
        answer += new Map(Object.entries(answers)).get(verb) ?? '502 what\r\n';
      }
      socket.write(answer);
    };
    socket.on('error', () => {});
    socket.on('data', (octets: Buffer) => {
      if (pieces === null) return obey(octets);
      pieces.push(octets);
      tail = `${tail}${octets.toString('latin1', Math.max(0, octets.length - finalDot.length))}`.slice(
        -finalDot.length,
      );
      if (tail !== finalDot) return;
      waiting.shift()?.take(pieces);
      pieces = null;
      socket.write('250 taken\r\n');
    });
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, true);
    socket.write('220 sink.example\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    answerRecipients: (reply) => (recipientReply = reply),
    next: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the sink got no message')), patience.pollMs);
        const take = (pieces: readonly Buffer[]): void => {
          clearTimeout(timer);
          resolve(pieces);
        };
        waiting.push({ take });
      }),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
