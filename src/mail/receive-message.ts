import { setTimeout as pause } from 'node:timers/promises';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { MessageCaps } from '#core/aliases/standing/message-caps.ts';
import type { SenderNotes } from '#core/aliases/standing/note-senders.ts';
import type { Refusals } from '#core/held/refusals.ts';
import type { NoteUse } from '#core/aliases/standing/note-use.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { receiveReply } from '#mail/as-alias/receive-reply.ts';
import { type CappedResult, keepToCaps } from '#mail/forward/keep-to-caps.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import { type ForwardContext, type ForwardOrder, prepareForward } from '#mail/forward/prepare-forward.ts';
import { dropHeld } from '#mail/held/hold-message.ts';
import { holdWanted, type RefusingAlias, sortAliases, type SortedAliases } from '#mail/held/sort-aliases.ts';
import type { Judged, RuleContext } from '#mail/judge/judge-for-aliases.ts';
import type { JudgeContext } from '#mail/judge/verify-received.ts';
import { organisationOf } from '#mail/judge/organisation.ts';
import { traceFates } from '#mail/judge/trace-fates.ts';
import { type VerifiedMessage, verifyReceived } from '#mail/judge/verify-received.ts';
import type { LiveDelays } from '#mail/live-delays.ts';
import { dispatchMessages, type DispatchResult } from '#mail/queue/dispatch-message.ts';
import { tellOfRefusedBeside } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import type { AliasRecipient, Recipient, RecipientContext } from '#mail/recipient/resolve-recipient.ts';
import { makeNewNames } from '#mail/recipient/make-new-names.ts';
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
  readonly liveDelays: LiveDelays;
  readonly recipient: RecipientContext;
  readonly judge: JudgeContext;
  readonly noteUse: NoteUse;
  readonly senders: SenderNotes;
  readonly caps: MessageCaps;
  readonly volume: MailVolume;
  readonly counts: AliasCounts;
  readonly rules: RuleContext;
  readonly refusals: Refusals;
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
  const isFromOwner = received.recipients.some(({ kind }) => kind === 'reverse' || kind === 'send');
  if (verification.accepted) {
    const { verified } = verification;
    if (isFromOwner) return receiveReply(context.asAlias, verified);
    const recipients = await makeNewNames(context.recipient, received.recipients);
    if (recipients === null) return smtpReplies.notConfirmedYet;
    const settled = { ...verified, received: { ...received, recipients } };
    return forward(context, { verified: settled, refusal: null }, startedAtMs);
  }
  const { reply, refused } = verification;
  // The operator holds nothing, and would hear nothing of what was taken for others.
  const isForOperator = received.recipients.some(({ kind }) => kind === 'operator');
  if (refused === undefined || isFromOwner || isForOperator) {
    return refuseFor(context, distinctAliases(received.recipients), null, reply);
  }
  const { verified, reason } = refused;
  return forward(context, { verified, refusal: { reply, reason } }, startedAtMs);
}

/** What all aliases of a message hear alike, before anybody is asked about it. */
function refuseFor(
  { queue }: ReceiveContext,
  aliases: readonly AliasRecipient[],
  authentication: VerifiedMessage['authentication'] | null,
  reply: SmtpReply,
): SmtpReply {
  const fates = aliases.map((alias) => ({ alias, outcome: 'refuse' as const }));
  traceFates(queue.tracer, { fates, authentication, reply });
  return reply;
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

/** Delivered, spooled, held and dropped look alike to the sender, in text and in time. */
async function forward(context: ReceiveContext, judged: Judged, startedAtMs: number): Promise<SmtpReply> {
  const { clock, liveDelays } = context;
  const { verified, refusal } = judged;
  const { message, folded, received } = verified;
  const aliases = distinctAliases(received.recipients);
  const sorted = await sortAliases(context.rules, judged, aliases);
  const { takers, holdings } = sorted;
  if (refusal !== null && takers.length + holdings.length + sorted.dropped === 0) {
    return conclude(context, { ...sorted, authentication: verified.authentication }, refusal.reply);
  }
  const refuseAll = (reply: SmtpReply) => refuseFor(context, aliases, verified.authentication, reply);
  const calendars = findCalendars(folded);
  if (calendars === 'unreadable') return refuseAll(smtpReplies.unreadableParts);
  if (isTooMuchFor(aliases.length, message, calendars !== null)) return refuseAll(smtpReplies.tooLargeForSoMany);
  const operators = refusal === null ? received.recipients.filter((one) => one.kind === 'operator') : [];
  await receiveEcho(context.reports, operators, message);
  const held = await holdWanted(context.queue, verified, sorted);
  if (held === null) return refuseAll(smtpReplies.tryLater);
  const { settled } = held;
  const taken = settled.dropped + held.ids.size;
  const order = { ...verified, aliases: takers, operators, calendars };
  const result = await send(context, judged, { sorted: settled, order, takenAnyway: taken > 0 }).catch(
    async (error: unknown) => {
      // Its sender comes again, and must not fill what is held with each try.
      await dropHeld(context.queue, held.ids).catch(() => {});
      throw error;
    },
  );
  if (result.unsaved !== null) await dropHeld(context.queue, held.ids);

  const reply = replyTo(result, { taken, over: result.over.size, ...settled });
  await conclude(context, { ...settled, authentication: verified.authentication }, reply);
  if (reply !== smtpReplies.messageAccepted) return reply;
  countTaken(context, settled, held.ids, result.over);
  if (operators.some(({ address }) => address.startsWith('abuse@'))) await readComplaintOf(context, verified);
  const spentMs = clock.now() - startedAtMs;
  if (result.accepted > 0) liveDelays.add(spentMs);
  else await pause(Math.max(0, liveDelays.draw() - spentMs));
  return reply;
}

interface Sending {
  readonly sorted: SortedAliases;
  readonly order: ForwardOrder;
  readonly takenAnyway: boolean;
}

/** Sends a message to the aliases that take it, as far as they may have more. @throws Error when the database does not answer. */
async function send(
  context: ReceiveContext,
  { verified, refusal }: Judged,
  { sorted: { takers, used }, order, takenAnyway }: Sending,
): Promise<CappedResult> {
  const { message, received } = verified;
  const [messages] = await Promise.all([
    prepareForward(context.forward, order),
    context.noteUse(used.map(({ aliasId: id, useNoted }) => ({ id, useNoted }))),
    ...(refusal === null ? [noteSender(context, verified, used)] : []),
  ]);
  const fingerprint = (): string => fingerprintOf(received.envelope.reversePath, message);
  return keepToCaps(context.caps, takers, messages, (within) =>
    dispatchMessages(context.queue, within, fingerprint, takenAnyway),
  );
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

/** Who must know hears of a refusal: by number whoever wants nothing held, by mail where its sender does not hear of it. */
async function conclude(
  context: ReceiveContext,
  {
    fates,
    refused,
    authentication,
  }: Pick<SortedAliases, 'fates' | 'refused'> & Pick<VerifiedMessage, 'authentication'>,
  reply: SmtpReply,
): Promise<SmtpReply> {
  const { queue, refusals } = context;
  traceFates(queue.tracer, { fates, authentication, reply });
  // Its sender comes again, and is counted then.
  if (reply.code >= 400 && reply.code < 500) return reply;
  for (const { alias } of refused) if (alias.holdDays === 0) refusals.add(alias.aliasId);
  if (reply !== smtpReplies.messageAccepted) return reply;
  for (const { alias } of refused) await tellOfRefusedBeside(queue, alias);
  return reply;
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

/** For the operator, and for owners who have their mail counted. `held`: by alias; `over`: those that have ended meanwhile. */
function countTaken(
  { counts, volume }: ReceiveContext,
  { takers, used }: SortedAliases,
  held: ReadonlyMap<string, string>,
  over: ReadonlySet<string>,
): void {
  for (const { ownerSince } of takers) volume.add('forwarded', ownerSince);
  const forwarded = new Set(takers.map(({ aliasId }) => aliasId).filter((id) => !over.has(id)));
  for (const { aliasId: id, counted } of used) {
    const rest = held.has(id) ? 'held' : 'dropped';
    counts.add(forwarded.has(id) ? 'forwarded' : rest, [{ id, counted }]);
  }
}

/** One message for an alias, however often it was named. */
function distinctAliases(recipients: readonly Recipient[]): AliasRecipient[] {
  const byId = new Map<string, AliasRecipient>();
  for (const recipient of recipients) if (recipient.kind === 'alias') byId.set(recipient.aliasId, recipient);
  return [...byId.values()];
}

/**
 * The one reply for all deliveries of all recipients (RFC 5321 §4.2.5: after it, the message is ours or the sender's).
 * `taken`: dropped or held.
 */
function replyTo(
  { accepted, refused, unsaved }: DispatchResult,
  own: {
    readonly taken: number;
    readonly looping: number;
    readonly over: number;
    readonly refused: readonly RefusingAlias[];
  },
): SmtpReply {
  if (unsaved !== null) return unsavedReplies[unsaved];
  if (accepted > 0 || own.taken > 0) return smtpReplies.messageAccepted;
  if (refused > 0) return smtpReplies.refusedByRecipient;
  if (own.over > 0) return smtpReplies.unknownRecipient;
  const [first] = own.refused;
  if (first !== undefined) return first.reply;
  return own.looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
