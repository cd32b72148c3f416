import type { Socket } from 'node:net';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { WireError } from '#protocol/net/socket-wire.ts';
import type { ByteReservation } from '#protocol/smtp-server/byte-budget.ts';
import {
  parseCommand,
  type AuthCommand,
  type MailCommand,
  type SmtpCommand,
} from '#protocol/smtp-server/parse-command.ts';
import { readSignIn, type SignInAttempt } from '#protocol/smtp-server/read-sign-in.ts';
import { receiveData, type ReceivedData } from '#protocol/smtp-server/receive-data.ts';
import { accountKey, type Peer } from '#protocol/smtp-server/client-networks.ts';
import { ClientPace } from '#protocol/smtp-server/client-pace.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientInfo, SessionPolicy, SessionState } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import { SessionWire } from '#protocol/smtp-server/session-wire.ts';
import type { ClientPatience, SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

interface Transaction<Recipient> {
  readonly mail: MailCommand;
  readonly session: SessionState;
  readonly reservation: ByteReservation;
  readonly addresses: string[];
  readonly recipients: Recipient[];
}

function faultReply(fault: Exclude<ReceivedData['fault'], null>, { maxMessageBytes }: SmtpLimits): SmtpReply {
  if (fault === 'forbidden-octet') return sessionReplies.badMessage;
  return fault === 'over-budget' ? sessionReplies.tooBusy : sessionReplies.messageTooLarge(maxMessageBytes);
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
export class SmtpSession<Recipient> {
  readonly #context: SessionContext<Recipient>;
  readonly #peer: Peer;
  readonly #policy: SessionPolicy<Recipient>;
  readonly #wire: SessionWire;
  readonly #patience: () => ClientPatience;
  readonly pace: ClientPace;
  /** What its limits and shares are counted under, narrowest first. */
  keys: readonly string[];
  #client: ClientInfo | null = null;
  #transaction: Transaction<Recipient> | null = null;
  #encrypted: boolean;
  #badCommands = 0;
  #commandsSinceMessage = 0;
  #stopping = false;
  #over = false;
  /** Never rejects. Settles when the connection is gone. */
  readonly done: Promise<void>;

  /** `patience`: what is asked of clients at the moment. */
  constructor(socket: Socket, peer: Peer, context: SessionContext<Recipient>, patience: () => ClientPatience) {
    this.#context = context;
    this.#peer = peer;
    this.keys = peer.networks;
    this.#policy = context.policy();
    this.#patience = patience;
    this.pace = new ClientPace(context.clock);
    const secureContext = context.implicitTls ? context.tls() : null;
    this.#encrypted = secureContext !== null;
    this.#wire = new SessionWire(socket, context.limits, this.pace, secureContext);
    this.done = this.#run();
  }

  /** Ends the session with 421 as soon as no message is in hand. */
  stop(): void {
    this.#stopping = true;
    this.#wire.stop();
  }

  /** Its client keeps us waiting for longer than it may. */
  isSlow(patience: ClientPatience): boolean {
    return this.pace.isSlow(patience, this.#wire.isWithinLine);
  }

  /** Ends the session although its client is within a command or DATA. */
  giveWay(fault: 'timeout' | 'crowded'): void {
    this.#wire.giveUp(fault);
  }

  async #run(): Promise<void> {
    try {
      await this.#wire.ready();
      await this.#converse();
    } catch (error) {
      const farewell = error instanceof WireError ? farewells[error.fault] : sessionReplies.tryLater;
      if (!(error instanceof WireError)) this.#context.log.error('smtp_session_failed', error);
      if (farewell !== null) this.#wire.reply(farewell);
    } finally {
      this.#reset();
      await this.#wire.end();
    }
  }

  async #converse(): Promise<void> {
    this.#wire.reply({ code: 220, enhanced: null, text: `${this.#context.hostname} ESMTP` });
    while (!this.#over) {
      if (this.#stopping) return this.#finish(sessionReplies.shuttingDown);
      const line = await this.#wire.readLine();
      if (line === null) this.#refuse(sessionReplies.lineTooLong);
      else await this.#take(parseCommand(line));
    }
  }

  /** A session without messages holds a place that others need, so it may not go on for ever. */
  async #take(command: SmtpCommand): Promise<void> {
    const { messageTimeoutMs, maxCommandsPerMessage } = this.#patience();
    if (command.verb !== 'RCPT') this.#commandsSinceMessage += 1;
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
        return this.#mail(command);
      case 'RCPT':
        return this.#rcpt(command.address);
      case 'AUTH':
        return this.#auth(command);
      case 'DATA':
        return this.#data();
      case 'STARTTLS':
        return this.#startTls();
      case 'RSET':
        this.#reset();
        return this.#wire.reply(sessionReplies.ok);
      case 'QUIT':
        return this.#finish(sessionReplies.goodbye);
      case 'invalid':
        return this.#refuse(command.reply);
      default:
        return this.#wire.reply(fixedReplies[command.verb]);
    }
  }

  #hello(verb: 'HELO' | 'EHLO', name: string): void {
    this.#reset();
    const { hostname, limits, tls } = this.#context;
    const { address: remoteAddress } = this.#peer;
    if (verb === 'HELO') {
      // RFC 3848 names no protocol for HELO under TLS.
      this.#client = { remoteAddress, helo: name, protocol: 'SMTP' };
      return this.#wire.replyLines(250, [hostname]);
    }
    const protocol = this.#encrypted ? 'ESMTPS' : 'ESMTP';
    this.#client = { remoteAddress, helo: name, protocol };
    const keywords = ['PIPELINING', `SIZE ${limits.maxMessageBytes}`, '8BITMIME', 'ENHANCEDSTATUSCODES'];
    if (!this.#encrypted && tls() !== null) keywords.push('STARTTLS');
    this.#wire.replyLines(250, [hostname, ...keywords, ...this.#policy.keywords(this.#encrypted)]);
  }

  async #auth(command: AuthCommand): Promise<void> {
    const client = this.#client;
    if (client === null) return this.#refuse(sessionReplies.helloFirst);
    // RFC 4954 §4.
    if (this.#transaction !== null) return this.#refuse(sessionReplies.signInWithinMail);
    const attempt = (): Promise<SignInAttempt> => readSignIn(this.#wire, command);
    const session = { encrypted: this.#encrypted, client };
    const reply = await this.#guard('smtp_sign_in_failed', () => this.#policy.signIn(session, attempt));
    if (reply === null) return this.#wire.reply(sessionReplies.signInUnavailable);
    const account = this.#policy.account();
    if (account !== null) this.keys = [...this.#peer.networks, accountKey(account, this.#context.bounds.nameOf)];
    return reply.code < 400 ? this.#wire.reply(reply) : this.#refuse(reply);
  }

  async #mail(command: MailCommand): Promise<void> {
    const { bounds, limits } = this.#context;
    const client = this.#client;
    if (client === null) return this.#refuse(sessionReplies.helloFirst);
    if (this.#transaction !== null) return this.#refuse(sessionReplies.nestedMail);
    const sizeBytes = command.sizeBytes ?? 0;
    if (sizeBytes > limits.maxMessageBytes) return this.#wire.reply(faultReply('too-large', limits));
    const session = { encrypted: this.#encrypted, client };
    const reply = await this.#guard('smtp_sender_failed', () => this.#policy.sender(session, command.reversePath));
    if (reply === null) return this.#wire.reply(sessionReplies.tryLater);
    if (reply.code >= 400) return this.#refuse(reply);
    if (!bounds.budget.hasRoom(this.keys, sizeBytes)) return this.#wire.reply(sessionReplies.tooBusy);
    const reservation = bounds.budget.open(this.keys);
    this.#transaction = { mail: command, session, reservation, addresses: [], recipients: [] };
    this.#wire.reply(reply);
  }

  async #rcpt(address: string): Promise<void> {
    const { limits } = this.#context;
    const transaction = this.#transaction;
    if (transaction === null) return this.#refuse(sessionReplies.mailFirst);
    if (transaction.recipients.length >= limits.maxRecipients)
      return this.#wire.reply(sessionReplies.tooManyRecipients);
    const { mail, session } = transaction;
    const decision = await this.#guard('smtp_recipient_failed', () =>
      this.#policy.recipient(address, session, mail.reversePath),
    );
    if (decision === null) return this.#wire.reply(sessionReplies.tryLater);
    if (!decision.accepted) return this.#turnAway(decision.reply);
    transaction.addresses.push(address);
    transaction.recipients.push(decision.recipient);
    this.#wire.reply(sessionReplies.recipientOk);
  }

  async #turnAway(reply: SmtpReply): Promise<void> {
    const { bounds, listener } = this.#context;
    const delayMs = reply.code >= 500 ? await bounds.tarpit.delayAfterRefusal(listener, this.#peer.networks) : 0;
    if (delayMs > 0) await this.#wire.pause(delayMs);
    this.#wire.reply(reply);
  }

  async #data(): Promise<void> {
    const transaction = this.#transaction;
    if (transaction === null) return this.#refuse(sessionReplies.mailFirst);
    if (transaction.recipients.length === 0) return this.#refuse(sessionReplies.noRecipients);
    const { limits } = this.#context;
    this.#wire.reply(sessionReplies.startData);
    const expectedBytes = transaction.mail.sizeBytes ?? 0;
    const { reservation } = transaction;
    const received = await receiveData(this.#wire, { expectedBytes, reservation, limits });
    if (received.fault === null) {
      this.#commandsSinceMessage = 0;
      this.pace.delivered();
      const reply = await this.#handOver(transaction, received.content);
      this.#wire.reply(reply ?? sessionReplies.tryLater);
    } else if (received.fault === 'endless') {
      this.#finish(faultReply(received.fault, this.#context.limits));
    } else {
      this.#wire.reply(faultReply(received.fault, this.#context.limits));
    }
    this.#reset();
  }

  #handOver(transaction: Transaction<Recipient>, content: Buffer): Promise<SmtpReply | null> {
    const { mail, session, addresses, recipients } = transaction;
    const { reversePath, eightBitMime } = mail;
    const envelope = { reversePath, recipients: addresses, eightBitMime, smtpUtf8: false };
    const message = { envelope, recipients, content, client: session.client };
    return this.#guard('smtp_message_failed', () => this.#policy.message(message));
  }

  async #startTls(): Promise<void> {
    if (this.#encrypted) return this.#refuse(sessionReplies.tlsAlready);
    const secureContext = this.#context.tls();
    if (secureContext === null) return this.#refuse(sessionReplies.tlsUnavailable);
    // RFC 3207 §4.2: nothing learned before the handshake counts after it.
    this.#reset();
    this.#client = null;
    await this.#wire.startTls(secureContext);
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
    this.#wire.reply(reply);
    this.#badCommands += 1;
    if (this.#badCommands >= this.#context.limits.maxBadCommands) this.#finish(sessionReplies.tooManyErrors);
  }

  #finish(reply: SmtpReply): void {
    this.#wire.reply(reply);
    this.#over = true;
  }

  #reset(): void {
    this.#transaction?.reservation.release();
    this.#transaction = null;
  }
}
