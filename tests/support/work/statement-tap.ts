import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a program has asked its database. */
export interface Asked {
  /** The name of each statement, or how it begins. */
  readonly statements: readonly string[];
  /** How often it waited for an answer. */
  readonly roundTrips: number;
}

/** The way to a database, on which each statement is seen. */
export interface StatementTap {
  /** The database, reached through the tap. */
  readonly url: string;
  /** What was asked since the last `take`. */
  readonly statements: readonly string[];
  take(): Asked;
  close(): Promise<void>;
}

/** As it is now: copies that are counted are not made by this file. */
const join = Buffer.concat.bind(Buffer);
/** Of a message of PostgreSQL's protocol: its type, and its length without that. */
const headBytes = 5;
const beginning = 40;

function textAt(octets: Buffer, from: number): { readonly text: string; readonly end: number } {
  const end = octets.indexOf(0, from);
  return { text: octets.toString('latin1', from, end), end: end + 1 };
}

function shorten(statement: string): string {
  return statement.trim().replaceAll(/\s+/g, ' ').slice(0, beginning);
}

/** Reads what one connection asks: everything behind the first message, which has no type. */
class Listener {
  readonly #note: (kind: 'statement' | 'round trip', name: string) => void;
  #unread: Buffer = Buffer.alloc(0);
  #isStarted = false;
  /** Of the statement that is parsed without a name. */
  #unnamed = '';
  #bound = '';

  constructor(note: (kind: 'statement' | 'round trip', name: string) => void) {
    this.#note = note;
  }

  push(octets: Buffer): void {
    this.#unread = join([this.#unread, octets]);
    for (;;) {
      const typeBytes = this.#isStarted ? 1 : 0;
      if (this.#unread.length < headBytes) return;
      const length = typeBytes + this.#unread.readUInt32BE(typeBytes);
      if (this.#unread.length < length) return;
      if (this.#isStarted) this.#read(this.#unread.toString('latin1', 0, 1), this.#unread.subarray(headBytes, length));
      this.#isStarted = true;
      this.#unread = this.#unread.subarray(length);
    }
  }

  #read(type: string, body: Buffer): void {
    if (type === 'Q') this.#note('statement', shorten(textAt(body, 0).text));
    if (type === 'P') {
      const { end } = textAt(body, 0);
      this.#unnamed = shorten(textAt(body, end).text);
    }
    if (type === 'B') this.#bound = textAt(body, textAt(body, 0).end).text || this.#unnamed;
    if (type === 'E') this.#note('statement', this.#bound);
    if (type === 'S' || type === 'Q') this.#note('round trip', '');
  }
}

/** `isOfMessages`: whether a statement is what a message costs, and not what the program does by itself now and then. */
export async function startStatementTap(
  databaseUrl: string,
  isOfMessages: (statement: string) => boolean,
): Promise<StatementTap> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  let statements: string[] = [];
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    let isOfMessage = false;
    const listener = new Listener((kind, name) => {
      if (kind === 'statement') {
        isOfMessage = isOfMessages(name);
        if (isOfMessage) statements.push(name);
      } else if (isOfMessage) roundTrips += 1;
    });
    incoming.on('data', (octets) => listener.push(octets));
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [incoming, outgoing].forEach((side) => side.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    get statements() {
      return statements;
    },
    take: () => {
      const asked = { statements, roundTrips };
      statements = [];
      roundTrips = 0;
      return asked;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
