import type { Socket } from 'node:net';
import { isLoopback } from '#platform/ip.ts';
import type { Dialer } from '#protocol/net/dialer.ts';
import { SocketReader, WireError, writeToSocket } from '#protocol/net/socket-wire.ts';
import { encryptSocket, type TlsProof, type TlsSessions } from '#protocol/smtp-client/encrypt-socket.ts';
import { readServerReply, type ServerReply } from '#protocol/smtp-client/server-reply.ts';
import { SmtpConnection, type ServerFeatures, type SmtpTimeouts } from '#protocol/smtp-client/smtp-connection.ts';
import {
  deferred,
  type DeliveryStage,
  DeliveryFailure,
  type SourceAddresses,
  unsafe,
} from '#protocol/smtp-client/transport.ts';

export interface TlsPolicy {
  /** `implicit`: from the first octet. `required`, `opportunistic`: by STARTTLS. `off`: not even when offered. */
  readonly mode: 'implicit' | 'required' | 'opportunistic' | 'off';
  readonly proof: TlsProof;
}

/** TLS session resumption: goes on with what an earlier connection to the host has agreed on. */
export interface TlsResumption {
  /** Asked for when TLS begins; null: begin anew. */
  readonly offer: () => Buffer | null;
  readonly keep: (session: Buffer) => void;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** How a server is spoken to: SMTP, or LMTP (RFC 2033), which answers for each recipient behind the final dot. */
export type ClientProtocol = 'smtp' | 'lmtp';

export interface OpenOptions {
  readonly protocol: ClientProtocol;
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
      else if (tls.mode === 'required') throw unsafe('starttls-not-supported');
    }
    if (credentials !== null) await this.#authenticate(credentials, features.get('AUTH') ?? '');
    return new SmtpConnection(this.#socket, this.#reader, features, { timeouts, isSignedIn: credentials !== null });
  }

  /** EHLO, or HELO for servers that do not know it (RFC 5321 §3.2). LMTP has LHLO alone (RFC 2033 §4.1). */
  async #hello(): Promise<ServerFeatures> {
    const { ownHostname: name, protocol } = this.#options;
    const extended = await this.#ask('greeting', `${protocol === 'lmtp' ? 'LHLO' : 'EHLO'} ${name}`);
    if (extended.code === 250) {
      return new Map(
        extended.lines.slice(1).map((line) => {
          const [keyword = '', ...rest] = line.toUpperCase().split(' ');
          return [keyword, rest.join(' ')];
        }),
      );
    }
    if (extended.code < 500 || protocol === 'lmtp') throw deferred('greeting', extended.code, extended.enhanced);
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
async function openSmtpConnection(socket: Socket, options: OpenOptions): Promise<SmtpConnection> {
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

interface ConnectOptions extends Omit<OpenOptions, 'resumption'> {
  readonly dialer: Dialer;
  readonly port: number;
  readonly sessions: TlsSessions;
  /** Where the connection comes from, and what it is called there; null: any address of ours, called `ownHostname`. */
  readonly from: SourceAddresses | null;
}

/**
 * Dials a host and opens the conversation; once more, without the last TLS session, when it broke with one. Sessions
 * are kept apart by what was proven with them; DANE begins anew each time, as the records may have changed.
 * @throws DialError, DeliveryFailure
 */
export async function connectSmtp({
  dialer,
  port,
  sessions,
  from,
  ...options
}: ConnectOptions): Promise<SmtpConnection> {
  const { host, signal, tls } = options;
  const name = `${tls.proof.kind} ${host}`;
  let offered = false;
  const keep = (session: Buffer): void => {
    if (tls.proof.kind !== 'dane') sessions.keep(name, session);
  };
  const offer = (): Buffer | null => {
    const session = sessions.find(name);
    offered = session !== null;
    return session;
  };
  const open = async (): Promise<SmtpConnection> => {
    const socket = await dialer(host, port, signal, from);
    const source = socket.remoteFamily === 'IPv6' ? from?.ipv6 : from?.ipv4;
    const ownHostname = source?.hostname ?? options.ownHostname;
    return openSmtpConnection(socket, { ...options, ownHostname, resumption: { offer, keep } });
  };
  try {
    return await open();
  } catch (error) {
    const broke = error instanceof DeliveryFailure && error.outcome.code === null;
    if (!offered || !broke || signal.aborted) throw error;
    sessions.distrust(name);
    return open();
  }
}
