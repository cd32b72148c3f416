import { setTimeout as pause } from 'node:timers/promises';
import { replyTo } from '#mail/held/one-reply.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { MessageCaps } from '#core/aliases/standing/message-caps.ts';
import type { SenderNotes } from '#core/aliases/standing/note-senders.ts';
import type { Refusals } from '#core/held/refusals.ts';
import type { NoteUse } from '#core/aliases/standing/note-use.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { receiveNote, receiveReply } from '#mail/as-alias/receive-reply.ts';
import { type CappedResult, enforceCaps } from '#mail/forward/enforce-caps.ts';
import { findCalendars } from '#mail/forward/calendar-parts.ts';
import type { ForwardContext, ForwardOrder, UnusableKey } from '#mail/forward/forward-order.ts';
import { prepareForward } from '#mail/forward/prepare-forward.ts';
import { tellOfUnusableKeys } from '#mail/forward/tell-of-keys.ts';
import { reportRelayed } from '#mail/forward/report-relayed.ts';
import { dropHeld } from '#mail/held/hold-message.ts';
import {
  distinctAliases,
  holdWanted,
  keylessDrops,
  leftToOperator,
  sortAliases,
  type SortedAliases,
} from '#mail/held/sort-aliases.ts';
import type { Judged, RuleContext } from '#mail/judge/judge-for-aliases.ts';
import type { JudgeContext } from '#mail/judge/verify-received.ts';
import { organisationOf } from '#core/organisation.ts';
import { settleDispositions, recordDispositions } from '#mail/judge/record-dispositions.ts';
import { type VerifiedMessage, verifyReceived } from '#mail/judge/verify-received.ts';
import type { LiveDelays } from '#mail/live-delays.ts';
import { dispatchMessages } from '#mail/queue/dispatch-message.ts';
import { tellOfRefusedBeside } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import type { BounceRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { AliasRecipient, RecipientContext } from '#mail/recipient/resolve-alias.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { isTooMuchFor } from '#mail/rewrite/is-too-much-for.ts';
import { makeNewNames } from '#mail/recipient/make-new-names.ts';
import { receiveBounces } from '#mail/reports/receive-bounce.ts';
import { noteComplaint } from '#mail/reports/note-complaint.ts';
import { receiveRoundTrip } from '#mail/reports/receive-echo.ts';
import { receiveMailReport } from '#mail/reports/receive-mail-report.ts';
import type { MailReportsContext } from '#mail/reports/reports-context.ts';
import type { Clock } from '#platform/clock.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import { isNote } from '#protocol/dsn/read-bounce.ts';
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
  readonly reports: MailReportsContext;
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
    return refuseFor(context, distinctAliases(received.recipients), null, reply);
  }
  const { verified, reason } = refused;
  return forward(context, { verified, refusal: { reply, reason } }, startedAtMs);
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
  return forward(context, { verified: settled, refusal: null }, startedAtMs);
}

const nobodys: ReadonlySet<Recipient['kind']> = new Set(['operator', 'new', 'report']);

/** What all aliases of a message hear alike, before anybody is asked about it. */
function refuseFor(
  { queue }: ReceiveContext,
  aliases: readonly AliasRecipient[],
  authentication: VerifiedMessage['authentication'] | null,
  reply: SmtpReply,
): SmtpReply {
  const fates = aliases.map((alias) => ({ alias, outcome: 'refuse' as const }));
  recordDispositions(queue.tracer, { fates, authentication, reply });
  return reply;
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
  const named = received.recipients.filter((one) => one.kind === 'operator');
  const operators = refusal === null ? [...named, ...leftToOperator(sorted)] : [];
  await receiveRoundTrip(context.reports, operators, message);
  const held = await holdWanted(context.queue, context.forward, verified, sorted);
  if (held === null) return refuseAll(smtpReplies.tryLater);
  const { settled } = held;
  const taken = settled.dropped + held.ids.size - keylessDrops(sorted, held);
  const order = { ...verified, aliases: takers, operators, calendars };
  const result = await send(context, judged, { sorted: settled, order, takenAnyway: taken > 0 }).catch(
    async (error: unknown) => {
      // Its sender comes again, and must not fill what is held with each try.
      await dropHeld(context.queue, held.ids).catch(() => {});
      throw error;
    },
  );
  if (result.unsaved !== null) await dropHeld(context.queue, held.ids);

  const unusable = [...held.unusable, ...result.unusable];
  const reply = replyTo(result, {
    taken,
    over: result.over.size,
    unusable: unusable.length,
    senderProven: verified.senderProven,
    ...settled,
  });
  const told = { ...settled, fates: settleDispositions(settled.fates, result.over, reply) };
  await conclude(context, { ...told, authentication: verified.authentication }, reply);
  await tellOfUnusableKeys(context.queue, unusable);
  if (reply !== smtpReplies.messageAccepted) return reply;
  countTaken(context, settled, held.ids, result.over);
  await reportRelayed(context.queue, verified, settled.fates, result);
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
): Promise<CappedResult & { readonly unusable: readonly UnusableKey[] }> {
  const { message, received } = verified;
  const [{ batches: messages, unusable }] = await Promise.all([
    prepareForward(context.forward, order),
    context.noteUse(used.map(({ aliasId: id, useNoted }) => ({ id, useNoted }))),
    ...(refusal === null ? [noteSender(context, verified, used)] : []),
  ]);
  const fingerprint = (): string => fingerprintOf(received.envelope.reversePath, message);
  const result = await enforceCaps(context.caps, takers, messages, (within) =>
    dispatchMessages(context.queue, within, fingerprint, takenAnyway),
  );
  return { ...result, unusable };
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
  recordDispositions(queue.tracer, { fates, authentication, reply });
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
