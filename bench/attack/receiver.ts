import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A message that came whole. */
export interface ReceivedMessage {
  readonly rcptTo: readonly string[];
  /** Dots unstuffed. */
  readonly raw: Buffer;
}

/** Where all mail of the lab goes: answers everything at once, so that what takes long is not its own doing. */
export interface Receiver {
  readonly port: number;
  /** In order. */
  readonly messages: readonly ReceivedMessage[];
  /** Recipients that are answered 451 from now on. */
  refuse(refuses: (address: string) => boolean): void;
  /** What `find` finds, as soon as it finds anything. @throws Error when it did not in time */
  wait<Found>(find: () => Found | undefined, timeoutMs: number): Promise<Found>;
  stop(): Promise<void>;
}

type Take = (message: ReceivedMessage) => void;

const lookAgainMs = 10;
const lineEnd = '\r\n';
const finalDot = '\r\n.\r\n';

/** One client: what it wrote and was not read yet, and where it stands (RFC 5321 §3.3; commands may come in one go). */
class Session {
  readonly #refuses: (address: string) => boolean;
  readonly #take: Take;
  #unread = '';
  #rcptTo: string[] = [];
  #inMessage = false;

  constructor(refuses: (address: string) => boolean, take: Take) {
    this.#refuses = refuses;
    this.#take = take;
  }

  /** The replies to it. */
  push(octets: Buffer): string {
    this.#unread += octets.toString('latin1');
    let replies = '';
    for (;;) {
      const mark = this.#inMessage ? finalDot : lineEnd;
      const end = this.#unread.indexOf(mark);
      if (end < 0) return replies;
      const text = this.#unread.slice(0, end);
      this.#unread = this.#unread.slice(end + mark.length);
      replies += `${this.#inMessage ? this.#keep(text) : this.#obey(text)}${lineEnd}`;
    }
  }

  #keep(text: string): string {
    this.#inMessage = false;
    // The line end of DATA comes first: a dot may be all there is.
    const raw = Buffer.from(text.slice(lineEnd.length).replaceAll(/^\./gmu, ''), 'latin1');
    this.#take({ rcptTo: this.#rcptTo, raw });
    return '250 2.0.0 Taken';
  }

  #obey(line: string): string {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return `250-receiver.example${lineEnd}250-PIPELINING${lineEnd}250 8BITMIME`;
    if (verb === 'RCPT') return this.#admit(/<([^>]*)>/u.exec(line)?.[1] ?? '');
    if (verb === 'QUIT') return '221 2.0.0 Bye';
    if (verb !== 'DATA') {
      this.#rcptTo = [];
      return '250 2.0.0 Ok';
    }
    if (this.#rcptTo.length === 0) return '554 5.5.1 No recipients';
    this.#inMessage = true;
    this.#unread = lineEnd + this.#unread;
    return '354 Go on';
  }

  #admit(address: string): string {
    if (this.#refuses(address)) return '451 4.2.0 Full';
    this.#rcptTo.push(address);
    return '250 2.1.5 Ok';
  }
}

/** Listens on a free port of 127.0.0.1. */
export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  let refuses = (_address: string): boolean => false;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const session = new Session(
      (address) => refuses(address),
      (message) => messages.push(message),
    );
    socket
      .on('error', () => {})
      .once('close', () => sockets.delete(socket))
      .on('data', (octets) => {
        const replies = session.push(octets);
        socket.write(replies);
        if (replies.endsWith('221 2.0.0 Bye\r\n')) socket.end();
      })
      .write('220 receiver.example ESMTP\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    refuse: (wanted) => {
      refuses = wanted;
    },
    wait: async (find, timeoutMs) => {
      for (const endsAt = performance.now() + timeoutMs; performance.now() < endsAt; await pause(lookAgainMs)) {
        const found = find();
        if (found !== undefined) return found;
      }
      throw new Error(`What was awaited did not arrive within ${timeoutMs} ms.`);
    },
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
