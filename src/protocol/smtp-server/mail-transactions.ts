import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { ByteReservation } from '#protocol/smtp-server/byte-budget.ts';
import type { Peer } from '#protocol/smtp-server/client-networks.ts';
import { type Chunk, ChunkReceiver, skipChunk } from '#protocol/smtp-server/content/receive-chunks.ts';
import { receiveData, type ReceivedData } from '#protocol/smtp-server/content/receive-data.ts';
import type { RecipientRequest } from '#protocol/smtp-server/delivery-requests.ts';
import type { MailCommand, RcptCommand } from '#protocol/smtp-server/parse-command.ts';
import type { SessionContext } from '#protocol/smtp-server/session-context.ts';
import type { ClientInfo, SessionPolicy, SessionState } from '#protocol/smtp-server/session-policy.ts';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import type { SessionWire } from '#protocol/smtp-server/session-wire.ts';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

/** The session that transactions are a part of. */
interface Conversation<Recipient> {
  readonly context: SessionContext<Recipient>;
  readonly policy: SessionPolicy<Recipient>;
  readonly peer: Peer;
  readonly wire: SessionWire;
  /** What its limits and shares are counted under. */
  keys(): readonly string[];
  /** A message has come whole. */
  delivered(): void;
  /** Answers a bad command, of which a session may have few. */
  refuse(reply: SmtpReply): void;
  /** Answers and ends the session. */
  finish(reply: SmtpReply): void;
  /** Faults of ours are for the client to retry: null. */
  guard<T>(event: string, work: () => Promise<T>): Promise<T | null>;
}

interface Transaction<Recipient> {
  readonly mail: MailCommand;
  readonly session: SessionState;
  readonly reservation: ByteReservation;
  readonly addresses: string[];
  readonly recipients: Recipient[];
  readonly requests: (RecipientRequest | null)[];
  /** Since the first BDAT. */
  chunks: ChunkReceiver | null;
}

/** Whoever sends smaller ones than this without an end keeps a place with them. */
const smallChunkBytes = 1024;

/** Whether it counts among the commands of which few may come before a message. */
export function isSmallChunk({ bytes, isLast }: Chunk): boolean {
  return !isLast && bytes < smallChunkBytes;
}

function faultReply(fault: Exclude<ReceivedData['fault'], null>, { maxMessageBytes }: SmtpLimits): SmtpReply {
  if (fault === 'forbidden-octet') return sessionReplies.badMessage;
  return fault === 'over-budget' ? sessionReplies.tooBusy : sessionReplies.messageTooLarge(maxMessageBytes);
}

/** Null: the sender said nothing of what it wants to hear. */
function requestsOf({ mail: { request }, requests: recipients }: Pick<Transaction<unknown>, 'mail' | 'requests'>) {
  const isAsked = request !== null || recipients.some((one) => one !== null);
  return isAsked ? { envelopeId: null, returnsAll: false, ...request, recipients } : null;
}

/** RFC 6531 §4.3: `UTF8SMTP`, `UTF8SMTPS`, … */
function nameUtf8(client: ClientInfo): ClientInfo {
  return { ...client, protocol: client.protocol.replace(/^E?SMTP/, 'UTF8SMTP') };
}

/** The mail transactions of a session, one after the other: MAIL, RCPT, then DATA (RFC 5321 §3.3) or BDAT (RFC 3030 §2). */
export class MailTransactions<Recipient> {
  readonly #conversation: Conversation<Recipient>;
  #open: Transaction<Recipient> | null = null;

  constructor(conversation: Conversation<Recipient>) {
    this.#conversation = conversation;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Ends the one that is open, whatever has come of it. */
  reset(): void {
    this.#open?.reservation.release();
    this.#open = null;
  }

  async mail(command: MailCommand, session: SessionState | null): Promise<void> {
    const { context, policy, wire, keys, refuse, guard } = this.#conversation;
    const { bounds, limits } = context;
    if (session === null) return refuse(sessionReplies.helloFirst);
    if (this.#open !== null) return refuse(sessionReplies.nestedMail);
    if (command.request !== null && policy.offersDsn !== true) return refuse(sessionReplies.unknownParameter);
    const sizeBytes = command.sizeBytes ?? 0;
    if (sizeBytes > limits.maxMessageBytes) return wire.reply(faultReply('too-large', limits));
    const reply = await guard('smtp_sender_failed', () => policy.sender(session, command.reversePath));
    if (reply === null) return wire.reply(sessionReplies.tryLater);
    if (reply.code >= 400) return refuse(reply);
    if (!bounds.budget.hasRoom(keys(), sizeBytes)) return wire.reply(sessionReplies.tooBusy);
    const reservation = bounds.budget.open(keys());
    this.#open = { mail: command, session, reservation, addresses: [], recipients: [], requests: [], chunks: null };
    wire.reply(reply);
  }

  async rcpt({ address, needsSmtpUtf8, request }: RcptCommand): Promise<void> {
    const { context, policy, wire, refuse, guard } = this.#conversation;
    const transaction = this.#open;
    if (transaction === null) return refuse(sessionReplies.mailFirst);
    if (transaction.chunks !== null) return refuse(sessionReplies.chunksBegun);
    if (request !== null && policy.offersDsn !== true) return refuse(sessionReplies.unknownParameter);
    if (needsSmtpUtf8 && !transaction.mail.smtpUtf8) return refuse(sessionReplies.needsSmtpUtf8);
    if (transaction.recipients.length >= context.limits.maxRecipients)
      return wire.reply(sessionReplies.tooManyRecipients);
    const { mail, session } = transaction;
    const decision = await guard('smtp_recipient_failed', () => policy.recipient(address, session, mail.reversePath));
    if (decision === null) return wire.reply(sessionReplies.tryLater);
    if (!decision.accepted) return this.#turnAway(decision.reply);
    transaction.addresses.push(address);
    transaction.recipients.push(decision.recipient);
    transaction.requests.push(request);
    wire.reply(sessionReplies.recipientOk);
  }

  async data(): Promise<void> {
    const { context, wire, refuse } = this.#conversation;
    const transaction = this.#open;
    if (transaction === null) return refuse(sessionReplies.mailFirst);
    // RFC 3030 §2: not both in one transaction.
    if (transaction.chunks !== null) return refuse(sessionReplies.chunksBegun);
    if (transaction.recipients.length === 0) return refuse(sessionReplies.noRecipients);
    wire.reply(sessionReplies.startData);
    const expectedBytes = transaction.mail.sizeBytes ?? 0;
    const { reservation } = transaction;
    await this.#conclude(transaction, await receiveData(wire, { expectedBytes, reservation, limits: context.limits }));
  }

  /** `chunk`: null where nobody can say how many octets of content follow. */
  async chunk(chunk: Chunk | null): Promise<void> {
    const { context, wire, refuse, finish } = this.#conversation;
    const { limits } = context;
    if (chunk === null) return finish(sessionReplies.badChunk);
    if (chunk.bytes > limits.cutOffBytes) return finish(faultReply('endless', limits));
    const transaction = this.#open;
    if (transaction === null || transaction.recipients.length === 0) {
      await skipChunk(wire, chunk.bytes);
      return refuse(transaction === null ? sessionReplies.mailFirst : sessionReplies.noRecipients);
    }
    const { mail, reservation } = transaction;
    transaction.chunks ??= new ChunkReceiver(wire, { expectedBytes: mail.sizeBytes ?? 0, reservation, limits });
    const received = await transaction.chunks.take(chunk);
    if (received.fault === 'more') return wire.reply(sessionReplies.chunkTaken(chunk.bytes));
    if (chunk.isLast || received.fault === null || received.fault === 'endless') {
      return this.#conclude(transaction, received);
    }
    // Chunks that are on their way already hear the same (RFC 3030 §2), until RSET or the last of them.
    wire.reply(faultReply(received.fault, limits));
  }

  async #conclude(transaction: Transaction<Recipient>, received: ReceivedData): Promise<void> {
    const { context, delivered, wire, finish } = this.#conversation;
    if (received.fault === null) {
      delivered();
      const reply = await this.#handOver(transaction, received.content);
      wire.reply(reply ?? sessionReplies.tryLater);
    } else if (received.fault === 'endless') {
      finish(faultReply(received.fault, context.limits));
    } else {
      wire.reply(faultReply(received.fault, context.limits));
    }
    this.reset();
  }

  #handOver(transaction: Transaction<Recipient>, content: Buffer): Promise<SmtpReply | null> {
    const { policy, guard } = this.#conversation;
    const { mail, session, addresses, recipients } = transaction;
    const { reversePath, eightBitMime, smtpUtf8 } = mail;
    const requests = requestsOf(transaction);
    const envelope = { reversePath, recipients: addresses, eightBitMime, smtpUtf8, ...(requests && { requests }) };
    const message = { envelope, recipients, content, client: smtpUtf8 ? nameUtf8(session.client) : session.client };
    return guard('smtp_message_failed', () => policy.message(message));
  }

  async #turnAway(reply: SmtpReply): Promise<void> {
    const { context, peer, wire } = this.#conversation;
    const { bounds, listener } = context;
    const delayMs = reply.code >= 500 ? await bounds.tarpit.delayAfterRefusal(listener, peer.networks) : 0;
    if (delayMs > 0) await wire.pause(delayMs);
    wire.reply(reply);
  }
}
