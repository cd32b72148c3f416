import type { Socket } from 'node:net';
import { deferred } from '#protocol/smtp-client/delivery-failure.ts';
import { encryptSocket, type TlsProof } from '#protocol/smtp-client/encrypt-socket.ts';
import { readServerReply } from '#protocol/smtp-client/server-reply.ts';
import type { ServerReply } from '#protocol/smtp-client/server-reply.ts';
import { SmtpConnection } from '#protocol/smtp-client/smtp-connection.ts';
import type { ServerFeatures } from '#protocol/smtp-client/smtp-connection.ts';
import type { SmtpTimeouts } from '#protocol/smtp-client/smtp-timeouts.ts';
import type { DeliveryStage } from '#protocol/smtp-client/transport.ts';
import { isLoopback } from '#platform/ip-address.ts';
import { SocketReader } from '#protocol/net/socket-reader.ts';
import { WireError } from '#protocol/net/wire-error.ts';
import { writeToSocket } from '#protocol/net/write-to-socket.ts';

export interface TlsPolicy {
  /** `implicit`: from the first octet. `required`, `opportunistic`: by STARTTLS. `off`: not even when offered. */
  readonly mode: 'implicit' | 'required' | 'opportunistic' | 'off';
  readonly proof: TlsProof;
}

/** How TLS goes on with what an earlier connection to the host has agreed on. */
export interface TlsResumption {
  /** Asked for when TLS begins; null: begin anew. */
  readonly offer: () => Buffer | null;
  readonly keep: (session: Buffer) => void;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

export interface OpenOptions {
  /** The server's name, for TLS. */
  readonly host: string;
  /** Our own name, for EHLO. */
  readonly ownHostname: string;
  readonly tls: TlsPolicy;
  readonly resumption: TlsResumption;
  readonly credentials: Credentials | null;
  readonly timeouts: SmtpTimeouts;
  readonly signal: AbortSignal;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The conversation up to the first MAIL. */
class Opening {
  #socket: Socket;
  #reader: SocketReader;
  readonly #options: OpenOptions;
  #encrypted = false;

  constructor(socket: Socket, options: OpenOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#reader = new SocketReader(socket);
  }

  async run(): Promise<SmtpConnection> {
    const { tls, timeouts, credentials } = this.#options;
    if (tls.mode === 'implicit') await this.#encrypt();
    const greeting = await this.#read('greeting', timeouts.greetingMs);
    if (greeting.code !== 220) throw deferred('greeting', greeting.code, greeting.enhanced);
    let features = await this.#hello();
    if (tls.mode === 'required' || (tls.mode === 'opportunistic' && features.has('STARTTLS'))) {
      if (await this.#startTls()) features = await this.#hello();
      else if (tls.mode === 'required') throw deferred('tls');
    }
    if (credentials !== null) await this.#authenticate(credentials, features.get('AUTH') ?? '');
    return new SmtpConnection(this.#socket, this.#reader, features, timeouts);
  }

  /** EHLO, or HELO for servers that do not know it (RFC 5321 §3.2). */
  async #hello(): Promise<ServerFeatures> {
    const name = this.#options.ownHostname;
    const extended = await this.#ask('greeting', `EHLO ${name}`);
    if (extended.code === 250) {
      return new Map(
        extended.lines.slice(1).map((line) => {
          const [keyword = '', ...rest] = line.toUpperCase().split(' ');
          return [keyword, rest.join(' ')];
        }),
      );
    }
    if (extended.code < 500) throw deferred('greeting', extended.code, extended.enhanced);
    const plain = await this.#ask('greeting', `HELO ${name}`);
    if (plain.code !== 250) throw deferred('greeting', plain.code, plain.enhanced);
    return new Map();
  }

  async #startTls(): Promise<boolean> {
    const reply = await this.#ask('tls', 'STARTTLS');
    if (reply.code !== 220) return false;
    await this.#encrypt();
    return true;
  }

  async #encrypt(): Promise<void> {
    const { host, tls, resumption, timeouts } = this.#options;
    // Octets behind the reply to STARTTLS came from someone in between (RFC 3207 §4.2).
    this.#reader.detach();
    const secure = await encryptSocket(this.#socket, {
      host,
      proof: tls.proof,
      session: resumption.offer(),
      onSession: resumption.keep,
      timeoutMs: timeouts.helloMs,
    });
    this.#socket = secure;
    this.#reader = new SocketReader(secure);
    this.#encrypted = true;
  }

  /** RFC 4954. A password is shown only to whom nobody else can listen to. */
  async #authenticate({ user, password }: Credentials, mechanisms: string): Promise<void> {
    if (!this.#encrypted && !isLoopback(this.#socket.remoteAddress ?? '')) throw deferred('auth');
    const offered = mechanisms.split(' ');
    let reply: ServerReply;
    if (offered.includes('PLAIN')) {
      reply = await this.#ask('auth', `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`);
    } else if (offered.includes('LOGIN')) {
      reply = await this.#ask('auth', 'AUTH LOGIN');
      if (reply.code === 334) reply = await this.#ask('auth', base64(user));
      if (reply.code === 334) reply = await this.#ask('auth', base64(password));
    } else {
      throw deferred('auth');
    }
    if (reply.code !== 235) throw deferred('auth', reply.code, reply.enhanced);
  }

  async #ask(stage: DeliveryStage, command: string): Promise<ServerReply> {
    const { helloMs } = this.#options.timeouts;
    await this.#onWire(stage, () => writeToSocket(this.#socket, [`${command}\r\n`], helloMs));
    return this.#read(stage, helloMs);
  }

  #read(stage: DeliveryStage, timeoutMs: number): Promise<ServerReply> {
    return this.#onWire(stage, () => readServerReply(this.#reader, timeoutMs));
  }

  async #onWire<T>(stage: DeliveryStage, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof WireError ? deferred(stage) : error;
    }
  }
}

/**
 * Brings a fresh TCP connection to where MAIL may be sent: greeting, EHLO, STARTTLS, AUTH.
 * @throws DeliveryFailure always `deferred`: what a server says before it knows the message is about us, not about it
 */
export async function openSmtpConnection(socket: Socket, options: OpenOptions): Promise<SmtpConnection> {
  const stop = (): void => {
    socket.destroy();
  };
  options.signal.addEventListener('abort', stop);
  try {
    return await new Opening(socket, options).run();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}
