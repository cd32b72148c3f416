import type { Socket } from 'node:net';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { WireError } from '#protocol/net/socket-wire.ts';
import { isSmallChunk, MailTransactions } from '#protocol/smtp-server/mail-transactions.ts';
import { parseCommand, type AuthCommand, type SmtpCommand } from '#protocol/smtp-server/parse-command.ts';
import { readSignIn, type SignInAttempt } from '#protocol/smtp-server/read-sign-in.ts';
import { accountKey, type Peer } from '#protocol/smtp-server/client-networks.ts';
import { ClientSession } from '#protocol/smtp-server/client-session.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientInfo, SessionPolicy, SessionState } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { ClientPatience } from '#protocol/smtp-server/smtp-limits.ts';

/** Those of which few may come before a message. */
function isCounted(command: SmtpCommand): boolean {
  if (command.verb === 'BDAT') return command.chunk === null || isSmallChunk(command.chunk);
  return command.verb !== 'RCPT';
}

const fixedReplies = {
  NOOP: sessionReplies.ok,
  VRFY: sessionReplies.cannotVerify,
  HELP: sessionReplies.help,
};

const farewells: Record<WireError['fault'], SmtpReply | null> = {
  closed: null,
  timeout: sessionReplies.timedOut,
  crowded: sessionReplies.tooSlow,
  interrupted: sessionReplies.shuttingDown,
  flood: sessionReplies.lineTooLong,
};

/** Talks SMTP (RFC 5321) with one client, from the banner to the end. */
export class SmtpSession<Recipient> extends ClientSession {
  readonly #context: SessionContext<Recipient>;
  readonly #policy: SessionPolicy<Recipient>;
  readonly #patience: () => ClientPatience;
  #client: ClientInfo | null = null;
  readonly #transactions: MailTransactions<Recipient>;
  #encrypted: boolean;
  #badCommands = 0;
  #commandsSinceMessage = 0;
  #stopping = false;
  #over = false;
  readonly done: Promise<void>;

  /** `patience`: what is asked of clients at the moment. */
  constructor(socket: Socket, peer: Peer, context: SessionContext<Recipient>, patience: () => ClientPatience) {
    const secureContext = context.implicitTls ? context.tls() : null;
    super(socket, peer, context, secureContext);
    this.#context = context;
    this.#policy = context.policy();
    this.#patience = patience;
    this.#encrypted = secureContext !== null;
    this.#transactions = new MailTransactions({
      context,
      policy: this.#policy,
      peer,
      wire: this.wire,
      delivered: () => {
        this.#commandsSinceMessage = 0;
        this.pace.delivered();
      },
      keys: () => this.keys,
      refuse: (reply) => this.#refuse(reply),
      finish: (reply) => this.#finish(reply),
      guard: (event, work) => this.#guard(event, work),
    });
    this.done = this.#run();
  }

  /** Ends the session with 421 as soon as no message is in hand. */
  override stop(): void {
    this.#stopping = true;
    super.stop();
  }

  async #run(): Promise<void> {
    try {
      await this.wire.ready();
      await this.#converse();
    } catch (error) {
      const farewell = error instanceof WireError ? farewells[error.fault] : sessionReplies.tryLater;
      if (!(error instanceof WireError)) this.#context.log.error('smtp_session_failed', error);
      if (farewell !== null) this.wire.reply(farewell);
    } finally {
      this.#transactions.reset();
      await this.wire.end();
    }
  }

  async #converse(): Promise<void> {
    this.wire.reply({ code: 220, enhanced: null, text: `${this.#context.hostname} ESMTP` });
    while (!this.#over) {
      if (this.#stopping) return this.#finish(sessionReplies.shuttingDown);
      const line = await this.wire.readLine();
      if (line === null) this.#refuse(sessionReplies.lineTooLong);
      else await this.#take(parseCommand(line));
    }
  }

  /** A session without messages holds a place that others need, so it may not go on for ever. */
  async #take(command: SmtpCommand): Promise<void> {
    const { messageTimeoutMs, maxCommandsPerMessage } = this.#patience();
    if (isCounted(command)) this.#commandsSinceMessage += 1;
    const isLate = this.#context.clock.now() - this.pace.deliveredAtMs > messageTimeoutMs;
    if (isLate || this.#commandsSinceMessage > maxCommandsPerMessage) {
      return this.#finish(sessionReplies.tooManyCommands);
    }
    return this.#obey(command);
  }

  async #obey(command: SmtpCommand): Promise<void> {
    switch (command.verb) {
      case 'HELO':
      case 'EHLO':
        return this.#hello(command.verb, command.name);
      case 'MAIL':
        return this.#transactions.mail(command, this.#state());
      case 'RCPT':
        return this.#transactions.rcpt(command);
      case 'AUTH':
        return this.#auth(command);
      case 'DATA':
        return this.#transactions.data();
      case 'BDAT':
        return this.#transactions.chunk(command.chunk);
      case 'STARTTLS':
        return this.#startTls();
      case 'RSET':
        this.#transactions.reset();
        return this.wire.reply(sessionReplies.ok);
      case 'QUIT':
        return this.#finish(sessionReplies.goodbye);
      case 'invalid':
        return this.#refuse(command.reply);
      default:
        return this.wire.reply(fixedReplies[command.verb]);
    }
  }

  /** At any time, and by whatever name (RFC 5321 §4.1.4). */
  #hello(verb: 'HELO' | 'EHLO', name: string): void {
    this.#transactions.reset();
    const { hostname, limits, tls } = this.#context;
    const { address: remoteAddress } = this.peer;
    if (verb === 'HELO') {
      // RFC 3848 names no protocol for HELO under TLS.
      this.#client = { remoteAddress, helo: name, protocol: 'SMTP' };
      return this.wire.replyLines(250, [hostname]);
    }
    const protocol = this.#encrypted ? 'ESMTPS' : 'ESMTP';
    this.#client = { remoteAddress, helo: name, protocol };
    const keywords = [
      'PIPELINING',
      `SIZE ${limits.maxMessageBytes}`,
      // RFC 6531 §3.6: it goes along with SMTPUTF8.
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'CHUNKING',
      'SMTPUTF8',
      // RFC 5321 §4.1.1.1: each command that not every server has.
      'HELP',
    ];
    if (this.#policy.offersDsn === true) keywords.push('DSN');
    if (!this.#encrypted && tls() !== null) keywords.push('STARTTLS');
    this.wire.replyLines(250, [hostname, ...keywords, ...this.#policy.keywords(this.#encrypted)]);
  }

  #state(): SessionState | null {
    return this.#client === null ? null : { encrypted: this.#encrypted, client: this.#client };
  }

  async #auth(command: AuthCommand): Promise<void> {
    const session = this.#state();
    if (session === null) return this.#refuse(sessionReplies.helloFirst);
    // RFC 4954 §4.
    if (this.#transactions.isOpen) return this.#refuse(sessionReplies.signInWithinMail);
    const attempt = (): Promise<SignInAttempt> => readSignIn(this.wire, command);
    const reply = await this.#guard('smtp_sign_in_failed', () => this.#policy.signIn(session, attempt));
    if (reply === null) return this.wire.reply(sessionReplies.signInUnavailable);
    const account = this.#policy.account();
    if (account !== null) this.keys = [...this.peer.networks, accountKey(account, this.#context.bounds.nameOf)];
    return reply.code < 400 ? this.wire.reply(reply) : this.#refuse(reply);
  }

  async #startTls(): Promise<void> {
    if (this.#encrypted) return this.#refuse(sessionReplies.tlsAlready);
    const secureContext = this.#context.tls();
    if (secureContext === null) return this.#refuse(sessionReplies.tlsUnavailable);
    // RFC 3207 §4.2: nothing learned before the handshake counts after it.
    this.#transactions.reset();
    this.#client = null;
    await this.wire.startTls(secureContext);
    this.#encrypted = true;
  }

  /** Faults of ours are for the client to retry, never a refusal. */
  async #guard<T>(event: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WireError) throw error;
      this.#context.log.error(event, error);
      return null;
    }
  }

  #refuse(reply: SmtpReply): void {
    this.wire.reply(reply);
    this.#badCommands += 1;
    if (this.#badCommands >= this.#context.limits.maxBadCommands) this.#finish(sessionReplies.tooManyErrors);
  }

  #finish(reply: SmtpReply): void {
    this.wire.reply(reply);
    this.#over = true;
  }
}
