import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { SocketReader, WireError, writeToSocket } from '#protocol/net/socket-wire.ts';
import type { SlowClientDetector } from '#protocol/smtp-server/slow-client-detector.ts';
import { formatReply, sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** How long a client may keep the connection after we closed our half; less when it was too slow. */
const lingerMs = 2_000;
const shortLingerMs = 200;
/** A reason of our own: an error would be made for each connection, stack and all, and nobody reads it. */
const closed = 'closed';

/** A server's side of one conversation: octets in, replies out. Every wait that ends badly throws `WireError`. */
export class SessionWire {
  readonly #accepted: Socket;
  readonly #limits: Pick<SmtpLimits, 'maxLineBytes' | 'replyTimeoutMs'>;
  readonly #pace: SlowClientDetector;
  readonly #stopping = new AbortController();
  #socket: Socket;
  #reader: SocketReader;
  #queued: string[] = [];
  #waitsForCommand = false;
  /** Ends a handshake that is under way. */
  #failHandshake: ((error: WireError) => void) | null = null;
  #isShort = false;

  /** `secureContext`: for TLS from the first octet (RFC 8314 §3); `null`: it begins in clear. */
  constructor(
    accepted: Socket,
    limits: Pick<SmtpLimits, 'maxLineBytes' | 'replyTimeoutMs'>,
    pace: SlowClientDetector,
    secureContext: SecureContext | null,
  ) {
    this.#accepted = accepted;
    this.#limits = limits;
    this.#pace = pace;
    this.#socket = accepted;
    if (secureContext !== null) this.#socket = new TLSSocket(accepted, { isServer: true, secureContext });
    this.#reader = new SocketReader(this.#socket);
    accepted.once('close', () => this.#stopping.abort(closed));
  }

  /** Settles when the conversation can begin. */
  async ready(): Promise<void> {
    const secure = this.#socket;
    if (!(secure instanceof TLSSocket)) return;
    this.#pace.await('handshake');
    try {
      await new Promise<void>((resolve, reject) => {
        this.#failHandshake = reject;
        secure.once('secure', resolve);
        secure.once('close', () => reject(new WireError('closed')));
      });
    } finally {
      this.#failHandshake = null;
      this.#pace.rest();
    }
  }

  /** The next command line, or `null` when it was too long. Replies go out together once no command is left to answer. */
  async readLine(): Promise<Buffer | null> {
    if (!this.#reader.hasLine()) await this.#flush();
    this.#waitsForCommand = true;
    this.#pace.await('command');
    try {
      return await this.#reader.readLine(this.#limits.maxLineBytes, Infinity);
    } finally {
      this.#pace.rest();
      this.#waitsForCommand = false;
    }
  }

  /** From now on `readChunk` is called, until the final dot. */
  startData(): void {
    this.#pace.startData();
  }

  /** The next octets of DATA. */
  async readChunk(): Promise<Buffer> {
    await this.#flush();
    this.#pace.await('data');
    const chunk = await this.#reader.readChunk(Infinity);
    this.#pace.rest();
    this.#pace.countData(chunk.length);
    return chunk;
  }

  /** Gives back octets that were read behind the final dot. */
  unread(octets: Buffer): void {
    this.#reader.unread(octets);
  }

  /** Queues a reply. */
  reply(reply: SmtpReply): void {
    this.#queued.push(formatReply(reply));
  }

  /** Queues a line of a protocol with other replies. */
  say(line: string): void {
    this.#queued.push(`${line}\r\n`);
  }

  /** Queues a reply of several lines (RFC 5321 §4.2.1). */
  replyLines(code: number, lines: readonly string[]): void {
    lines.forEach((line, index) => {
      this.#queued.push(`${code}${index < lines.length - 1 ? '-' : ' '}${line}\r\n`);
    });
  }

  /** Sends what is queued, then lets `ms` pass; less when the session is stopped or the client is gone. */
  async pause(ms: number): Promise<void> {
    await this.#flush();
    this.#pace.await('tarpit');
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
    this.#pace.rest();
  }

  /** Answers STARTTLS and goes on encrypted. What the client sent before the handshake is forgotten (RFC 3207 §4.2). */
  async startTls(secureContext: SecureContext): Promise<void> {
    if (this.#reader.hasEnded()) throw new WireError('closed');
    this.#reader.detach();
    this.reply(sessionReplies.readyForTls);
    await this.#flush();
    const secure = new TLSSocket(this.#accepted, { isServer: true, secureContext });
    this.#socket = secure;
    this.#reader = new SocketReader(secure);
    await this.ready();
  }

  /** Ends a wait for the next command as `interrupted`, every pause, and a handshake, whose client may be gone unnoticed. */
  stop(): void {
    this.#stopping.abort();
    if (this.#failHandshake !== null) this.giveUp('timeout');
    else if (this.#waitsForCommand) this.#reader.interrupt('interrupted');
  }

  /** The beginning of a line has come, and not its end. */
  get isWithinLine(): boolean {
    return this.#reader.hasUnread();
  }

  /** Ends whatever wait for the client there is. */
  giveUp(fault: 'timeout' | 'crowded'): void {
    this.#isShort = true;
    this.#pace.rest();
    if (this.#failHandshake !== null) this.#failHandshake(new WireError(fault));
    else if (!this.#reader.interrupt(fault)) this.#accepted.destroy();
  }

  /** Sends what is queued and closes; settles when the connection is gone. Never rejects. */
  async end(): Promise<void> {
    this.#pace.rest();
    await this.#flush().catch(() => {});
    this.#reader.detach();
    if (this.#accepted.closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.#accepted.destroy(), this.#isShort ? shortLingerMs : lingerMs);
      this.#accepted.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#socket.end(() => {
        if (this.#isShort) this.#accepted.destroy();
      });
      // Reading on, to nowhere, lets the last reply arrive: closing with octets unread would reset the connection.
      this.#socket.resume();
    });
  }

  async #flush(): Promise<void> {
    if (this.#queued.length === 0) return;
    const replies = this.#queued.join('');
    this.#queued = [];
    this.#pace.await('reply');
    try {
      await writeToSocket(this.#socket, [replies], this.#limits.replyTimeoutMs);
    } finally {
      this.#pace.rest();
    }
  }
}
