import { isAscii, isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type SocketReader, WireError, writeToSocket } from '#protocol/net/socket-wire.ts';
import { dotStuff, endLine, holdsLineDot, inBlocks, sizeOf } from '#protocol/smtp-client/dot-stuff.ts';
import { tlsFaultOf } from '#protocol/smtp-client/encrypt-socket.ts';
import { outcomeOfReply, readServerReply, type ServerReply } from '#protocol/smtp-client/server-reply.ts';
import {
  deferred,
  type AttemptControl,
  type DeliveryStage,
  type Outcome,
  type DeliveryRequest,
  type TlsFault,
} from '#protocol/smtp-client/transport.ts';

const seconds = 1000;
const minutes = 60 * seconds;

/** How long a receiving server may take, in milliseconds (RFC 5321 §4.5.3.2). */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** EHLO, STARTTLS, AUTH, and the TLS handshake. */
  readonly helloMs: number;
  readonly mailMs: number;
  readonly rcptMs: number;
  readonly dataStartMs: number;
  /** For a block of the message to be taken (RFC 5321 §4.5.3.2.5). */
  readonly dataBlockMs: number;
  readonly finalDotMs: number;
  /** The answers to commands that were pipelined behind a refused one are on their way already; somebody waits for the outcome. */
  readonly settleMs: number;
}

/** The standard's, but shorter before the transaction: a server that cannot greet within a minute is tried again later. */
export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 30 * seconds,
  greetingMs: minutes,
  helloMs: minutes,
  mailMs: 5 * minutes,
  rcptMs: 5 * minutes,
  dataStartMs: 2 * minutes,
  dataBlockMs: 3 * minutes,
  finalDotMs: 10 * minutes,
  settleMs: seconds,
};

/** What a server offered in its answer to EHLO, upper case: keyword → the rest. */
export type ServerFeatures = ReadonlyMap<string, string>;

interface Step {
  readonly stage: DeliveryStage;
  readonly command: string;
  readonly timeoutMs: number;
  /** First digit of the code that lets us go on. */
  readonly goesOnWith: number;
}

const blockBytes = 256 * 1024;
/** How long a server may keep the connection after QUIT. */
const lingerMs = 5_000;
// No address may carry octets that end the command or the path.
const unsafeInPath = /[\x00-\x1f\x7f<>]/;

/** One after which the server goes on. */
function isRefusal({ code }: ServerReply): boolean {
  return code >= 400 && code !== 421;
}

/** A greeted, ready connection to a receiving server. One message at a time. */
export class SmtpConnection {
  readonly #socket: Socket;
  readonly #reader: SocketReader;
  readonly #features: ServerFeatures;
  readonly #timeouts: SmtpTimeouts;
  readonly #isSignedIn: boolean;
  #messageCount = 0;
  /** The server waits for a new MAIL, */
  #atRest = true;
  /** or for RSET, as it refused something of the message before. */
  #holdsRefused = false;

  constructor(
    socket: Socket,
    reader: SocketReader,
    features: ServerFeatures,
    { timeouts, isSignedIn }: { readonly timeouts: SmtpTimeouts; readonly isSignedIn: boolean },
  ) {
    this.#socket = socket;
    this.#reader = reader;
    this.#features = features;
    this.#timeouts = timeouts;
    this.#isSignedIn = isSignedIn;
  }

  /** Messages sent so far. */
  get messageCount(): number {
    return this.#messageCount;
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  /** What is wrong with the certificate of an encrypted connection, also where nobody asked for a good one. */
  get certificateFault(): TlsFault | null {
    if (!(this.#socket instanceof TLSSocket)) return null;
    // Node.js has a text there, and an error in its types.
    const fault: unknown = this.#socket.authorizationError;
    return typeof fault === 'string' ? tlsFaultOf(fault) : null;
  }

  /** Whether another message may be sent. Servers that spoke unasked are about to hang up. */
  get isReusable(): boolean {
    return this.#atRest && this.#socket.writable && !this.#reader.hasEnded() && !this.#reader.hasUnread();
  }

  /**
   * Sends one message (RFC 5321 §3.3; commands in one go where the server offers PIPELINING, RFC 2920).
   * @throws DeliveryFailure when the connection ended, stalled or was stopped
   */
  async send(message: DeliveryRequest, control: AttemptControl): Promise<Outcome> {
    if (unsafeInPath.test(message.mailFrom) || unsafeInPath.test(message.rcptTo)) {
      return { kind: 'refused', code: 501, enhanced: '5.1.3', stage: 'rcpt' };
    }
    if (message.smtpUtf8 && !this.#features.has('SMTPUTF8')) {
      // RFC 6531 §3.5.
      return { kind: 'refused', code: 553, enhanced: '5.6.7', stage: 'mail' };
    }
    const content = this.#takes(message.content) ? message.content : ((await message.sevenBit?.()) ?? null);
    // RFC 6152 §3: what cannot be converted is returned.
    if (content === null) return { kind: 'refused', code: 554, enhanced: '5.6.3', stage: 'data' };
    const stop = (): void => this.destroy();
    control.signal.addEventListener('abort', stop);
    try {
      if (control.signal.aborted) throw deferred('mail');
      this.#atRest = false;
      this.#messageCount += 1;
      return await this.#transact({ ...message, content }, control);
    } finally {
      control.signal.removeEventListener('abort', stop);
    }
  }

  /** Says goodbye and closes, without waiting for an answer. */
  quit(): void {
    if (this.#socket.destroyed) return;
    this.#reader.detach();
    if (this.#socket.writable) this.#socket.end('QUIT\r\n');
    this.#socket.setTimeout(lingerMs, () => this.#socket.destroy());
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Whether the server has the extensions that octets beyond ASCII ask for: RFC 6152, in the header RFC 6531. That one is
   * not asked for in MAIL for a header alone, as it came without: a host behind this one that lacks it would return it.
   */
  #takes([header = Buffer.alloc(0), ...body]: readonly Buffer[]): boolean {
    return (
      (isAscii(header) || (this.#features.has('SMTPUTF8') && isUtf8(header))) &&
      (this.#features.has('8BITMIME') || body.every((piece) => isAscii(piece)))
    );
  }

  async #transact(message: DeliveryRequest, control: AttemptControl): Promise<Outcome> {
    const inChunk = this.#goesInChunk(message.content);
    const content = inChunk ? endLine(message.content) : dotStuff(message.content);
    const steps = this.#envelopeSteps(message, sizeOf(content), inChunk);
    const pipelining = this.#features.has('PIPELINING');
    const reset = this.#holdsRefused ? 'RSET\r\n' : '';
    if (pipelining) await this.#write([reset + steps.map(({ command }) => command).join('')], 'mail');
    else if (reset !== '') await this.#write([reset], 'mail');
    if (reset !== '') await this.#reset();
    for (const [index, { stage, command, timeoutMs, goesOnWith }] of steps.entries()) {
      if (!pipelining) await this.#write([command], stage);
      const reply = await this.#read(stage, timeoutMs);
      if (Math.floor(reply.code / 100) === goesOnWith) continue;
      const behind = pipelining ? steps.slice(index + 1) : [];
      this.#holdsRefused = isRefusal(reply) && (await this.#refusesRest(stage, behind));
      this.#atRest = this.#holdsRefused;
      return this.#refusal(reply, stage);
    }
    await this.#sendContent(content, inChunk, control);
    // Of LMTP, too, one reply: there is one for each recipient that was taken (RFC 2033 §4.2).
    const reply = await this.#read('data', this.#timeouts.finalDotMs);
    this.#atRest = reply.code !== 421;
    // RFC 3030 §2: what a server makes of the transaction whose chunk it refused is its own affair.
    this.#holdsRefused = inChunk && isRefusal(reply);
    return outcomeOfReply(reply, 'data');
  }

  /**
   * By BDAT (RFC 3030) where the server knows it and that spares work: a message of several blocks, none of whose octets is
   * looked at then, or one in which a line begins with a dot, as there is none to double and no end to be mistaken. Others
   * take as many round trips and no more time with DATA, which every server understands alike.
   */
  #goesInChunk(content: readonly Buffer[]): boolean {
    return this.#features.has('CHUNKING') && (sizeOf(content) > blockBytes || holdsLineDot(content));
  }

  #envelopeSteps(message: DeliveryRequest, sizeBytes: number, inChunk: boolean): readonly Step[] {
    const { mailMs, rcptMs, dataStartMs } = this.#timeouts;
    const parameters = [
      this.#features.has('SIZE') ? ` SIZE=${sizeBytes}` : '',
      this.#features.has('8BITMIME') ? ' BODY=8BITMIME' : '',
      message.smtpUtf8 ? ' SMTPUTF8' : '',
      // RFC 4954 §5: we say of nobody that they wrote it.
      this.#isSignedIn ? ' AUTH=<>' : '',
    ].join('');
    const steps: Step[] = [
      { stage: 'mail', command: `MAIL FROM:<${message.mailFrom}>${parameters}\r\n`, timeoutMs: mailMs, goesOnWith: 2 },
      { stage: 'rcpt', command: `RCPT TO:<${message.rcptTo}>\r\n`, timeoutMs: rcptMs, goesOnWith: 2 },
    ];
    // A chunk is not sent before its recipient was taken: a server that reads on without it would obey its lines.
    if (!inChunk) steps.push({ stage: 'data', command: 'DATA\r\n', timeoutMs: dataStartMs, goesOnWith: 3 });
    return steps;
  }

  /** One that refuses even this says nothing about the message. @throws DeliveryFailure as a connection that has died */
  async #reset(): Promise<void> {
    const reply = await this.#read('mail', this.#timeouts.mailMs);
    this.#holdsRefused = false;
    if (reply.code < 300) return;
    this.destroy();
    throw deferred('mail');
  }

  /** Reads the replies to what was pipelined behind a refused command: a server that waits for content is not at rest. */
  async #refusesRest(refused: DeliveryStage, behind: readonly Step[]): Promise<boolean> {
    let isForNobody = refused === 'rcpt';
    try {
      for (const { stage } of behind) {
        const reply = await readServerReply(this.#reader, this.#timeouts.settleMs);
        if (stage === 'rcpt') isForNobody = isRefusal(reply);
        if (stage !== 'data' || isRefusal(reply)) continue;
        // RCPT may be granted where MAIL was refused: nobody is to get a message without content.
        return reply.code === 354 && isForNobody && (await this.#endEmpty());
      }
      return true;
    } catch (error) {
      if (error instanceof WireError) return false;
      throw error;
    }
  }

  /** RFC 2920 §3.1: a server that waits for content although it refused each recipient is told that there is none. */
  async #endEmpty(): Promise<boolean> {
    await writeToSocket(this.#socket, ['.\r\n'], this.#timeouts.settleMs);
    const { code } = await readServerReply(this.#reader, this.#timeouts.settleMs);
    return code !== 421;
  }

  /** A reply before the message was sent: nothing was delivered, even if its code were a success. */
  #refusal(reply: ServerReply, stage: DeliveryStage): Outcome {
    const outcome = outcomeOfReply(reply, stage);
    return outcome.kind === 'delivered'
      ? { kind: 'deferred', code: reply.code, enhanced: reply.enhanced, stage }
      : outcome;
  }

  async #sendContent(content: readonly Buffer[], inChunk: boolean, control: AttemptControl): Promise<void> {
    const sizeBytes = sizeOf(content);
    const isSmall = sizeBytes <= blockBytes;
    const octets = isSmall ? content : [...inBlocks(content, blockBytes)];
    const all = inChunk ? [`BDAT ${sizeBytes} LAST\r\n`, ...octets] : [...octets, '.\r\n'];
    // With the final dot, or the last octets of a chunk, the server has all.
    const last = isSmall ? all : all.splice(-1);
    if (!isSmall) for (const block of all) await this.#write([block], 'data');
    if (control.signal.aborted) throw deferred('data');
    control.finalDot();
    return this.#write(last, 'data');
  }

  #write(octets: readonly (string | Buffer)[], stage: DeliveryStage): Promise<void> {
    return this.#onWire(stage, () => writeToSocket(this.#socket, octets, this.#timeouts.dataBlockMs));
  }

  #read(stage: DeliveryStage, timeoutMs: number): Promise<ServerReply> {
    return this.#onWire(stage, () => readServerReply(this.#reader, timeoutMs));
  }

  async #onWire<T>(stage: DeliveryStage, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.destroy();
      throw error instanceof WireError ? deferred(stage) : error;
    }
  }
}
