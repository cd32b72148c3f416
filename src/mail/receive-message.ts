import { setTimeout as pause } from 'node:timers/promises';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { MessageCaps } from '#core/aliases/standing/message-caps.ts';
import type { SenderNotes } from '#core/aliases/standing/note-senders.ts';
import type { NoteUse } from '#core/aliases/standing/note-use.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { receiveReply } from '#mail/as-alias/receive-reply.ts';
import { aliasesOf, keepToCaps } from '#mail/forward/keep-to-caps.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import { type ForwardContext, prepareForward } from '#mail/forward/prepare-forward.ts';
import type { JudgeContext } from '#mail/judge/verify-received.ts';
import { organisationOf } from '#mail/judge/organisation.ts';
import { isLooping } from '#mail/judge/loop-mark.ts';
import { type VerifiedMessage, verifyReceived } from '#mail/judge/verify-received.ts';
import type { LiveDelays } from '#mail/live-delays.ts';
import { dispatchMessages, type DispatchResult } from '#mail/queue/dispatch-message.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import {
  makeNewNames,
  type AliasRecipient,
  type Recipient,
  type RecipientContext,
} from '#mail/recipient/resolve-recipient.ts';
import { receiveBounces } from '#mail/reports/receive-bounce.ts';
import { noteComplaint } from '#mail/reports/note-complaint.ts';
import { receiveEcho } from '#mail/reports/receive-echo.ts';
import type { ReportsContext } from '#mail/reports/reports-context.ts';
import type { Clock } from '#platform/clock.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

/** The rooms of the engine that a received message may go through. */
export interface ReceiveContext {
  readonly clock: Clock;
  readonly keys: KeyRing;
  readonly liveDelays: LiveDelays;
  readonly recipient: RecipientContext;
  readonly judge: JudgeContext;
  readonly noteUse: NoteUse;
  readonly senders: SenderNotes;
  readonly caps: MessageCaps;
  readonly volume: MailVolume;
  readonly counts: AliasCounts;
  readonly forward: ForwardContext;
  readonly asAlias: AsAliasContext;
  readonly reports: ReportsContext;
  readonly queue: QueueContext;
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
  const startedAtMs = context.clock.now();
  const message = parseMessage(received.content);
  const bounces = received.recipients.filter((recipient) => recipient.kind === 'bounce');
  if (bounces.length > 0 && !(await receiveBounces(context.reports, message, bounces))) return smtpReplies.tryLater;
  if (bounces.length === received.recipients.length) return smtpReplies.messageAccepted;
  const verification = await verifyReceived(context.judge, received, message);
  if (!verification.accepted) return verification.reply;
  const { verified } = verification;
  const isFromOwner = received.recipients.some(({ kind }) => kind === 'reverse' || kind === 'send');
  if (isFromOwner) return receiveReply(context.asAlias, verified);
  const recipients = await makeNewNames(context.recipient, received.recipients);
  if (recipients === null) return smtpReplies.notConfirmedYet;
  return forward(context, { ...verified, received: { ...received, recipients } }, startedAtMs);
}

const mebibyte = 1024 * 1024;

/**
 * What is written anew for each alias of a message: a hundred copies of a large header take a processor for seconds,
 * and bodies with a calendar are all in memory at once. Ordinary mail stays below a hundredth of it.
 */
const rewriteLimits = { fields: 100_000, headerBytes: 16 * mebibyte, calendarBodyBytes: 128 * mebibyte };

function isTooMuchFor(aliases: number, { fields, body }: RawMessage, hasCalendar: boolean): boolean {
  return (
    aliases * fields.length > rewriteLimits.fields ||
    aliases * fields.reduce((bytes, { raw }) => bytes + raw.length, 0) > rewriteLimits.headerBytes ||
    (hasCalendar && aliases * body.length > rewriteLimits.calendarBodyBytes)
  );
}

/** Delivered, spooled and dropped look alike to the sender, in text and in time. */
async function forward(context: ReceiveContext, verified: VerifiedMessage, startedAtMs: number): Promise<SmtpReply> {
  const { clock, keys, liveDelays } = context;
  const { message, folded, received } = verified;
  const { recipients, envelope } = received;
  const calendars = findCalendars(folded);
  if (calendars === 'unreadable') return smtpReplies.unreadableParts;
  const aliases = distinctAliases(recipients);
  if (isTooMuchFor(aliases.length, message, calendars !== null)) return smtpReplies.tooLargeForSoMany;
  const fit = aliases.filter(
    ({ aliasId: id, domain }) => !isLooping(keys, { id, domain: domain.name }, message, envelope.reversePath),
  );
  const live = fit.filter(({ paused }) => !paused);
  const operators = recipients.filter((recipient) => recipient.kind === 'operator');
  await receiveEcho(context.reports, operators, message);
  const [{ messages, blocked }] = await Promise.all([
    prepareForward(context.forward, { ...verified, aliases: live, operators, calendars }),
    context.noteUse(fit.map(({ aliasId: id, useNoted }) => ({ id, useNoted }))),
    noteSender(context, verified, fit),
  ]);
  const fingerprint = (): string => fingerprintOf(envelope.reversePath, message);
  const dropped = fit.length - live.length + blocked;
  const result = await keepToCaps(context.caps, live, messages, (within) =>
    dispatchMessages(context.queue, within, fingerprint, dropped > 0),
  );

  const reply = replyTo(result, { dropped, looping: aliases.length - fit.length, over: result.over.size });
  if (reply !== smtpReplies.messageAccepted) return reply;
  for (const { ownerSince } of live) context.volume.add('forwarded', ownerSince);
  if (fit.some(({ counted }) => counted)) countForOwners(context, fit, aliasesOf(messages), result.over);
  if (operators.some(({ address }) => address.startsWith('abuse@'))) await readComplaintOf(context, verified);
  const spentMs = clock.now() - startedAtMs;
  if (result.accepted > 0) liveDelays.add(spentMs);
  else await pause(Math.max(0, liveDelays.draw() - spentMs));
  return reply;
}

/**
 * Only whoever is proven to write tells where an address went. The owner's own mail, everybody's first test, says nothing
 * about it, and junk never is what an alias was made for.
 */
async function noteSender(
  { senders }: ReceiveContext,
  { author, unverified, spam }: VerifiedMessage,
  aliases: readonly AliasRecipient[],
): Promise<void> {
  const address = normalizeAddress(author.address);
  const isOwn = ({ kind, target }: AliasRoute): boolean => kind === 'email' && normalizeAddress(target) === address;
  const concerned = aliases.filter(
    ({ routes, expectedSenders }) => !(spam && expectedSenders === null) && !routes.some(isOwn),
  );
  if (unverified || concerned.length === 0) return;
  const organisation = await organisationOf(splitAddress(address).domain.toLowerCase());
  await Promise.all(concerned.map(({ aliasId: id, ...known }) => senders.wrote({ id, ...known }, organisation)));
}

/** The operator has it by now: that it cannot be counted against an account is no reason to refuse it. */
async function readComplaintOf(
  { reports }: ReceiveContext,
  { message, author: { address }, senderProven: proven }: VerifiedMessage,
): Promise<void> {
  await noteComplaint(reports, message, { address, proven }).catch((error: unknown) =>
    reports.log.error('abuse_report_not_counted', error),
  );
}

/** For owners who have their mail counted. `forwarded`: the aliases that the message was for; `over`: those among them that have ended meanwhile. */
function countForOwners(
  { counts }: ReceiveContext,
  aliases: readonly AliasRecipient[],
  forwarded: ReadonlySet<string>,
  over: ReadonlySet<string>,
): void {
  for (const { aliasId: id, counted } of aliases) {
    counts.add(forwarded.has(id) && !over.has(id) ? 'forwarded' : 'dropped', [{ id, counted }]);
  }
}

/** One message for an alias, however often it was named. */
function distinctAliases(recipients: readonly Recipient[]): AliasRecipient[] {
  const byId = new Map<string, AliasRecipient>();
  for (const recipient of recipients) if (recipient.kind === 'alias') byId.set(recipient.aliasId, recipient);
  return [...byId.values()];
}

/** The one reply for all deliveries of all recipients (RFC 5321 §4.2.5: after it, the message is ours or the sender's). */
function replyTo(
  { accepted, refused, unsaved }: DispatchResult,
  { dropped, looping, over }: { readonly dropped: number; readonly looping: number; readonly over: number },
): SmtpReply {
  if (unsaved !== null) return unsavedReplies[unsaved];
  if (accepted > 0 || dropped > 0) return smtpReplies.messageAccepted;
  if (refused > 0) return smtpReplies.refusedByRecipient;
  if (over > 0) return smtpReplies.unknownRecipient;
  return looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
