import { makeNewName } from '#core/rules/new-names.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { receiveNote, receiveReply } from '#mail/as-alias/receive-reply.ts';
import { type DeliverContext, deliverToAliases } from '#mail/deliver-to-aliases.ts';
import { distinctAliases } from '#mail/held/message-fate.ts';
import { recordDispositions, refusedAlike } from '#mail/judge/judge-for-aliases.ts';
import { type VerifiedMessage, verifyReceived } from '#mail/judge/verify-received.ts';
import type { BounceRecipient } from '#mail/recipient/recipient-kinds.ts';
import { type AliasRecipient, type RecipientContext, resolveAlias } from '#mail/recipient/resolve-alias.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { receiveBounces } from '#mail/reports/receive-bounce.ts';
import { receiveMailReport } from '#mail/reports/receive-mail-report.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { isNote } from '#protocol/dsn/read-bounce.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** The rooms of the engine that a received message may go through. */
export interface ReceiveContext extends DeliverContext {
  readonly recipient: RecipientContext;
  readonly asAlias: AsAliasContext;
}

/**
 * Takes a message from port 25, or from another account of this service: checks and verifies it, and gives the one reply
 * for all its recipients. A message to bounce addresses is a report, whoever seems to have written it: the address itself
 * proves that we asked for it. A message to any reverse address or send address is an owner's. All others are forwarded.
 * @throws Error when the database does not answer before anything was delivered.
 */
export async function receiveMessage(
  context: ReceiveContext,
  received: ReceivedMessage<Recipient>,
): Promise<SmtpReply> {
  const startedAtMs = context.queue.clock.now();
  const message = parseMessage(received.content);
  const bounces = received.recipients.filter((recipient) => recipient.kind === 'bounce');
  if (bounces.length > 0 && !(await receiveBounces(context.reports, message, bounces))) return smtpReplies.tryLater;
  if (bounces.length === received.recipients.length) return takeNote(context, received, message, bounces);
  const verification = await verifyReceived(context.judge, received, message);
  const isFromOwner = received.recipients.some(({ kind }) => kind === 'reverse' || kind === 'send');
  if (verification.accepted) {
    const { verified } = verification;
    if (isFromOwner) return receiveReply(context.asAlias, verified);
    return takeVerified(context, verified, startedAtMs);
  }
  const { reply, refused } = verification;
  // The operator holds nothing, nor does a name that is no alias yet: nobody would hear what was taken for others alone.
  const isForNobody = received.recipients.some(({ kind }) => nobodys.has(kind));
  if (refused === undefined || isFromOwner || isForNobody) {
    return refuseAlike(context, distinctAliases(received.recipients), reply);
  }
  const { verified, reason } = refused;
  return deliverToAliases(context, { verified, refusal: { reply, reason } }, startedAtMs);
}

/** What is no report may be a note of the owner's for the one correspondent whom its return path names. All else is settled by now. */
async function takeNote(
  { judge, asAlias }: ReceiveContext,
  received: ReceivedMessage<Recipient>,
  message: RawMessage,
  bounces: readonly BounceRecipient[],
): Promise<SmtpReply> {
  const [noted, ...others] = new Map(bounces.map((bounce) => [bounce.address, bounce])).values();
  const token = noted?.correspondent;
  if (noted === undefined || token === undefined || others.length > 0 || !isNote(message)) {
    return smtpReplies.messageAccepted;
  }
  const verification = await verifyReceived(judge, received, message);
  if (verification.accepted) return receiveNote(asAlias, verification.verified, { ...noted, token });
  const { reply } = verification;
  return reply.code < 500 ? reply : smtpReplies.messageAccepted;
}

/** What came to the addresses for reports is read, and goes to nobody; the rest is forwarded. */
async function takeVerified(
  context: ReceiveContext,
  verified: VerifiedMessage,
  startedAtMs: number,
): Promise<SmtpReply> {
  const { received } = verified;
  const reports = received.recipients.filter(({ kind }) => kind === 'report').length;
  if (reports > 0 && !(await receiveMailReport(context.reports, verified))) return smtpReplies.tryLater;
  if (reports > 0 && reports === received.recipients.length) return smtpReplies.messageAccepted;
  const recipients = await makeNewNames(context.recipient, received.recipients);
  if (recipients === null) return smtpReplies.notConfirmedYet;
  const settled = { ...verified, received: { ...received, recipients } };
  return deliverToAliases(context, { verified: settled, refusal: null }, startedAtMs);
}

/**
 * Makes the aliases that mail is for which passed its verdict, by the rules that hold now. Null where one of them cannot be
 * made for now: nothing is delivered then, and when its sender comes again RCPT refuses that one alone.
 * @throws Error when the database does not answer.
 */
async function makeNewNames(
  context: RecipientContext,
  recipients: readonly Recipient[],
): Promise<readonly Recipient[] | null> {
  if (recipients.every(({ kind }) => kind !== 'new')) return recipients;
  const settled: Recipient[] = [];
  for (const recipient of recipients) {
    if (recipient.kind === 'new') {
      await makeNewName(context.newNames, recipient);
      const { local, domain } = recipient;
      const decision = await resolveAlias(context, local, domain.name);
      if (!decision.accepted || decision.recipient.kind === 'new') return null;
      settled.push(decision.recipient);
    } else settled.push(recipient);
  }
  return settled;
}

const nobodys: ReadonlySet<Recipient['kind']> = new Set(['operator', 'new', 'report']);

/** All aliases of a message hear the same, before anybody is asked about it. */
function refuseAlike({ queue }: ReceiveContext, aliases: readonly AliasRecipient[], reply: SmtpReply): SmtpReply {
  recordDispositions(queue.tracer, { fates: refusedAlike(aliases), authentication: null, reply });
  return reply;
}
