import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { DataScanner } from '#protocol/smtp-server/content/data-scanner.ts';
import type { SeededRandom } from '#support/seeded-random.ts';

/** A message that came to an echo sink whole, whatever the answer was. */
export interface EchoedMessage {
  readonly mailFrom: string;
  readonly rcptTo: string;
  readonly raw: Buffer;
}

/** A receiving server that gives away to its clients, in every reply, whom it receives mail for. */
export interface EchoSink {
  readonly port: number;
  readonly messages: readonly EchoedMessage[];
  /** Replies with a secret in them. */
  replyCount(): number;
  stop(): Promise<void>;
}

export interface EchoSinkOptions {
  /** What it tells. */
  readonly secrets: readonly string[];
  /** Whether it refuses mail for an address; all other mail it takes. */
  readonly refuses: (rcptTo: string) => boolean;
  readonly random: SeededRandom;
}

const refusals = ['450 4.2.1', '451', '452 4.2.2', '550 5.1.1', '550 5.7.1', '554', '550 5.2.1', '421 4.7.0'];

/** One conversation. A refusal may come at any step of a refused address; most steps go on, so that all are reached. */
class EchoSession {
  readonly #tell: (code: string) => string;
  readonly #options: EchoSinkOptions;
  readonly #take: (message: EchoedMessage) => void;
  #line = '';
  #mailFrom = '';
  #rcptTo = '';
  #scanner: DataScanner | null = null;

  constructor(tell: (code: string) => string, options: EchoSinkOptions, take: (message: EchoedMessage) => void) {
    this.#tell = tell;
    this.#options = options;
    this.#take = take;
  }

  answer(octets: Buffer): string {
    if (this.#scanner !== null) return this.#receive(this.#scanner, octets);
    this.#line += octets.toString('latin1');
    const end = this.#line.indexOf('\r\n');
    if (end === -1) return '';
    const line = this.#line.slice(0, end);
    const rest = Buffer.from(this.#line.slice(end + 2), 'latin1');
    this.#line = '';
    const reply = this.#obey(line);
    return rest.length === 0 ? reply : reply + this.answer(rest);
  }

  #goOn(code: string): string {
    const { random, refuses } = this.#options;
    return refuses(this.#rcptTo) && random.chance(0.35) ? this.#tell(random.pick(refusals)) : this.#tell(code);
  }

  #obey(line: string): string {
    const verb = line.slice(0, 4).toUpperCase();
    const path = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') return `250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n${this.#tell('250')}`;
    if (verb === 'MAIL') this.#mailFrom = path;
    if (verb === 'RCPT') {
      this.#rcptTo = path;
      return this.#goOn('250 2.1.5');
    }
    if (verb !== 'DATA') return this.#tell(verb === 'QUIT' ? '221' : '250');
    const reply = this.#goOn('354');
    if (reply.startsWith('354')) this.#scanner = new DataScanner(50_000_000, 0);
    return reply;
  }

  #receive(scanner: DataScanner, octets: Buffer): string {
    const rest = scanner.push(octets);
    if (rest === null) return '';
    this.#scanner = null;
    const result = scanner.result();
    if (result.fault === null) this.#take({ mailFrom: this.#mailFrom, rcptTo: this.#rcptTo, raw: result.content });
    const reply = this.#goOn('250 2.0.0');
    return rest.length === 0 ? reply : reply + this.answer(rest);
  }
}

/** Starts an echo sink on a free port of 127.0.0.1. */
export async function startEchoSink(options: EchoSinkOptions): Promise<EchoSink> {
  const { secrets, random } = options;
  const messages: EchoedMessage[] = [];
  const sockets = new Set<Socket>();
  let told = 0;
  const tell = (code: string): string => {
    told += 1;
    const secret = random.pick(secrets);
    const basic = code.slice(0, 3);
    const spelled = random.pick([secret, Buffer.from(secret).toString('base64'), `<${secret}> is behind this alias`]);
    return random.chance(0.3) ? `${basic}-${secret}\r\n${code} ${spelled}\r\n` : `${code} ${spelled}\r\n`;
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    const session = new EchoSession(tell, options, (message) => messages.push(message));
    socket.write(tell(random.chance(0.05) ? '421' : '220'));
    socket.on('data', (octets) => {
      const reply = session.answer(octets);
      if (reply !== '') socket.write(reply);
      if (reply.startsWith('221') || reply.startsWith('421')) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    replyCount: () => told,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
