import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';

/** Where a server falls silent: instead of its greeting, of the answer to a command, or to the final dot. */
export type HangingStage = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'dot';

/** A receiving server that falls silent, until it is let go. */
export interface HangingServer {
  readonly port: number;
  /** Messages that came whole. */
  readonly received: readonly Buffer[];
  /** Says what it owes and answers everything from now on. */
  release(): void;
  stop(): Promise<void>;
}

const answers: Readonly<Record<string, string>> = { EHLO: '250 sink', DATA: '354 go on', QUIT: '221 bye' };

/** Starts such a server on a free port of 127.0.0.1. */
export async function startHangingServer(stage: HangingStage): Promise<HangingServer> {
  const sockets = new Set<Socket>();
  const received: Buffer[] = [];
  const owed: (() => void)[] = [];
  let hanging = true;

  const serve = (socket: Socket): void => {
    let unread: Buffer = Buffer.alloc(0);
    let scanner: DataScanner | null = null;
    const say = (at: string, reply: string): void => {
      const speak = (): void => void socket.write(`${reply}\r\n`);
      if (hanging && at === stage) owed.push(speak);
      else speak();
    };
    const takeMessage = (data: DataScanner): boolean => {
      const rest = data.push(unread);
      unread = rest ?? Buffer.alloc(0);
      if (rest === null) return false;
      scanner = null;
      const result = data.result();
      if (result.fault === null) received.push(result.content);
      say('dot', '250 taken');
      return true;
    };
    const takeLine = (): boolean => {
      const end = unread.indexOf('\r\n');
      if (end === -1) return false;
      const verb = unread.toString('latin1', 0, 4).toUpperCase();
      unread = unread.subarray(end + 2);
      if (verb === 'DATA') scanner = new DataScanner(1_000_000, 0);
      say(verb, answers[verb] ?? '250 ok');
      return true;
    };
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.on('data', (octets) => {
      unread = Buffer.concat([unread, octets]);
      while (scanner === null ? takeLine() : takeMessage(scanner));
    });
    say('greeting', '220 sink');
  };

  const server = createServer({ noDelay: true }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    release: () => {
      hanging = false;
      for (const speak of owed.splice(0)) speak();
    },
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
