import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { WireError } from '#protocol/net/socket-wire.ts';
import type { Peer } from '#protocol/smtp-server/client-networks.ts';
import { ClientSession } from '#protocol/smtp-server/client-session.ts';
import type { Credentials } from '#protocol/smtp-server/read-sign-in.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

/** Whether somebody may look into the mailbox; `later`: it cannot be told now. */
export type MailboxSignIn = (
  credentials: Credentials,
  remoteAddress: string | null,
) => Promise<'right' | 'wrong' | 'later'>;

/** What all sessions of a listener share. */
export interface MailboxContext extends Pick<
  SessionContext<never>,
  'hostname' | 'listener' | 'limits' | 'bounds' | 'clock' | 'log'
> {
  /** Asked at each handshake, so that a renewed certificate is used. */
  readonly tls: () => SecureContext;
  readonly signIn: MailboxSignIn;
}

const ok = '+OK';
const fault = '-ERR';
/** RFC 2449 §8, RFC 3206 §4, RFC 3206 §5: what a program may show its owner. */
const replies = {
  signInFirst: `${fault} Sign in first`,
  signedIn: `${ok} No messages, and never any: they are forwarded`,
  signedInAlready: `${fault} You are signed in`,
  name: `${ok} And the password?`,
  nameFirst: `${fault} Say USER first`,
  wrong: `${fault} [AUTH] Wrong user name or password`,
  later: `${fault} [SYS/TEMP] Try again later`,
  noMessage: `${fault} No such message`,
  unknown: `${fault} Command not recognised`,
  badLine: `${fault} Lines must be printable, short and end in CRLF`,
  tooMany: `${fault} [SYS/TEMP] Too many commands`,
  bye: `${ok} Bye`,
} as const;

const farewells: Record<WireError['fault'], string | null> = {
  closed: null,
  timeout: `${fault} [SYS/TEMP] Timed out waiting for you`,
  crowded: `${fault} [SYS/TEMP] Too slow while others wait`,
  interrupted: `${fault} [SYS/TEMP] Shutting down`,
  flood: replies.badLine,
};

/** RFC 2449 §5, RFC 2449 §6. */
const capabilities = [`${ok} Capabilities`, 'USER', 'UIDL', 'RESP-CODES', 'AUTH-RESP-CODE', 'PIPELINING', '.'];

/** RFC 1939 §3: a keyword, and what comes behind one blank, which for a password may be blanks. */
const commandLine = /^([A-Za-z]{3,4})(?: (.*))?\r$/su;
const controls = /\p{Cc}/u;

interface Command {
  readonly verb: string;
  /** Undefined: there was none. */
  readonly argument: string | undefined;
}

function parseCommand(line: Buffer): Command | null {
  const [, verb, argument] = (isUtf8(line) ? commandLine.exec(line.toString()) : null) ?? [];
  return verb === undefined || controls.test(argument ?? '') ? null : { verb: verb.toUpperCase(), argument };
}

/** Talks POP3 (RFC 1939) under TLS with one client, about a mailbox that never holds a message. */
export class MailboxSession extends ClientSession {
  readonly #context: MailboxContext;
  readonly #patience: () => ClientPatience;
  #name: string | null = null;
  #isSignedIn = false;
  #commands = 0;
  #faults = 0;
  #over = false;
  readonly done: Promise<void>;

  /** `patience`: what is asked of clients at the moment. */
  constructor(socket: Socket, peer: Peer, context: MailboxContext, patience: () => ClientPatience) {
    super(socket, peer, context, context.tls());
    this.#context = context;
    this.#patience = patience;
    this.done = this.#run();
  }

  async #run(): Promise<void> {
    try {
      await this.wire.ready();
      this.wire.say(`${ok} ${this.#context.hostname}`);
      while (!this.#over) {
        const line = await this.wire.readLine();
        await this.#obey(line === null ? null : parseCommand(line));
      }
    } catch (error) {
      const farewell = error instanceof WireError ? farewells[error.fault] : replies.later;
      if (!(error instanceof WireError)) this.#context.log.error('mailbox_session_failed', error);
      if (farewell !== null) this.wire.say(farewell);
    } finally {
      await this.wire.end();
    }
  }

  /** Nobody needs many commands for a mailbox without messages: who goes on and on gives the place back. */
  async #obey(command: Command | null): Promise<void> {
    const { maxCommandsPerMessage, messageTimeoutMs } = this.#patience();
    this.#commands += 1;
    const isLate = this.#context.clock.now() - this.pace.deliveredAtMs > messageTimeoutMs;
    if (isLate || this.#commands > maxCommandsPerMessage) return this.#finish(replies.tooMany);
    if (command === null) return this.#refuse(replies.badLine);
    const { verb, argument } = command;
    switch (verb) {
      case 'CAPA':
        return this.#sayAll(capabilities);
      case 'QUIT':
        return this.#finish(replies.bye);
      case 'USER':
        return this.#takeName(argument);
      case 'PASS':
        return this.#signIn(argument ?? '');
      default:
        return this.#isSignedIn ? this.#answer(verb, argument) : this.#refuse(replies.signInFirst);
    }
  }

  #takeName(name = ''): void {
    if (this.#isSignedIn) return this.#refuse(replies.signedInAlready);
    this.#name = name;
    this.wire.say(replies.name);
  }

  async #signIn(password: string): Promise<void> {
    if (this.#isSignedIn) return this.#refuse(replies.signedInAlready);
    if (this.#name === null) return this.#refuse(replies.nameFirst);
    const credentials = { username: this.#name, password };
    this.#name = null;
    const answer = await this.#context.signIn(credentials, this.peer.address).catch((error: unknown) => {
      this.#context.log.error('mailbox_sign_in_failed', error);
      return 'later' as const;
    });
    if (answer !== 'right') return this.#refuse(replies[answer]);
    this.#isSignedIn = true;
    this.wire.say(replies.signedIn);
  }

  /** RFC 1939 §5, RFC 1939 §7. */
  #answer(verb: string, argument: string | undefined): void {
    switch (verb) {
      case 'STAT':
        return this.wire.say(`${ok} 0 0`);
      case 'LIST':
      case 'UIDL':
        return argument === undefined ? this.#sayAll([`${ok} 0 messages`, '.']) : this.#refuse(replies.noMessage);
      case 'RETR':
      case 'DELE':
      case 'TOP':
        return this.#refuse(replies.noMessage);
      case 'NOOP':
      case 'RSET':
        return this.wire.say(ok);
      default:
        return this.#refuse(replies.unknown);
    }
  }

  #sayAll(lines: readonly string[]): void {
    for (const line of lines) this.wire.say(line);
  }

  #refuse(reply: string): void {
    this.wire.say(reply);
    this.#faults += 1;
    if (this.#faults >= this.#context.limits.maxBadCommands) this.#over = true;
  }

  #finish(reply: string): void {
    this.wire.say(reply);
    this.#over = true;
  }
}
