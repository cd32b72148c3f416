import type { AliasRoute } from '#core/aliases/standing/find-alias.ts';
import type { MessageCaps, NoteUse, SenderNotes } from '#core/aliases/standing/note-message.ts';
import type { Refusals } from '#core/held/refusals.ts';
import { organisationOf } from '#core/organisation.ts';
import type { AliasCounts } from '#core/stats/alias-counts.ts';
import type { MailVolume } from '#core/stats/mail-volume.ts';
import { type CalendarParts, findCalendars, octetsTurned } from '#mail/forward/calendar-parts.ts';
import { type CappedResult, enforceCaps } from '#mail/forward/enforce-caps.ts';
import type { ForwardContext, ForwardOrder, UnusableKey } from '#mail/forward/forward-order.ts';
import { prepareForward } from '#mail/forward/prepare-forward.ts';
import { isAliasOf, wishesOf } from '#mail/forward/sender-wishes.ts';
import { tellOfUnusableKeys } from '#mail/forward/tell-of-keys.ts';
import { dropHeld } from '#mail/held/hold-message.ts';
import {
  decideFate,
  isTaken,
  type MessageFate,
  refusalBy,
  distinctAliases,
  holdWanted,
  keylessDrops,
  leftToOperator,
  sortAliases,
  type SortedAliases,
} from '#mail/held/message-fate.ts';
import {
  type Judged,
  type RuleContext,
  type AliasOutcome,
  recordDispositions,
  refusedAlike,
  settleDispositions,
} from '#mail/judge/judge-for-aliases.ts';
import type { JudgeContext, VerifiedMessage } from '#mail/judge/verify-received.ts';
import { answerAsLate, type LiveDelays } from '#mail/live-delays.ts';
import { dispatchMessages } from '#mail/queue/dispatch-message.ts';
import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import { sendRelayed, tellOfRefusedBeside } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import type { OperatorRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { noteComplaint } from '#mail/reports/note-complaint.ts';
import { receiveRoundTrip } from '#mail/reports/receive-round-trip.ts';
import type { MailReportsContext } from '#mail/reports/reports-context.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** What is noted of aliases that mail comes to, and of the time it took. */
export interface MailNotes {
  readonly noteUse: NoteUse;
  readonly senders: SenderNotes;
  readonly caps: MessageCaps;
  readonly volume: MailVolume;
  readonly counts: AliasCounts;
  readonly refusals: Refusals;
  readonly liveDelays: LiveDelays;
}

/** The rooms of the engine that a message to aliases goes through. */
export interface DeliverContext {
  readonly judge: JudgeContext & RuleContext;
  readonly forward: ForwardContext;
  readonly reports: MailReportsContext;
  readonly queue: QueueContext;
  readonly noted: MailNotes;
}

/** A message with its fate, before anybody hears of it. */
interface Decided {
  readonly fate: MessageFate;
  readonly sorted: SortedAliases;
  /** Null: nobody was asked to take it. */
  readonly sent: Sent | null;
}

interface Sent {
  /** As they were before it was sent. */
  readonly settled: SortedAliases;
  readonly heldIds: ReadonlyMap<string, string>;
  readonly operators: readonly OperatorRecipient[];
  readonly unusable: readonly UnusableKey[];
  readonly result: CappedResult;
}

/**
 * Brings a message to its aliases and to the operator. Delivered, spooled, held and dropped look alike to the sender, in text
 * and in time. @throws Error when the database does not answer before anything was delivered.
 */
export async function deliverToAliases(
  context: DeliverContext,
  judged: Judged,
  startedAtMs: number,
): Promise<SmtpReply> {
  const decided = await decide(context, judged);
  await tellOfFate(context, judged.verified, decided);
  if (decided.sent !== null && isTaken(decided.fate)) {
    await followUp(context, judged.verified, decided.sent);
    const { noted, queue } = context;
    await answerAsLate({ ...noted, ...queue }, decided.sent.result.accepted > 0, startedAtMs);
  }
  return decided.fate.reply;
}

/** The one place where a message has its fate decided: held, sent, or refused for all of its aliases. */
async function decide(context: DeliverContext, judged: Judged): Promise<Decided> {
  const { verified, refusal } = judged;
  const { message, folded, received, senderProven } = verified;
  const aliases = distinctAliases(received.recipients);
  const sorted = await sortAliases(context.judge, judged, aliases);
  if (refusal !== null && sorted.takers.length + sorted.holdings.length + sorted.dropped === 0) {
    return { fate: refusalBy(refusal.reply), sorted, sent: null };
  }
  const refuseAll = (reply: SmtpReply): Decided => {
    const alike = { ...sorted, fates: refusedAlike(aliases), refused: [] };
    return { fate: refusalBy(reply), sorted: alike, sent: null };
  };
  const calendars = findCalendars(folded);
  if (calendars === 'unreadable') return refuseAll(smtpReplies.unreadableParts);
  if (isTooMuchFor(aliases.length, message, calendars)) return refuseAll(smtpReplies.tooLargeForSoMany);
  const named = received.recipients.filter((one) => one.kind === 'operator');
  const operators = refusal === null ? [...named, ...leftToOperator(sorted)] : [];
  await receiveRoundTrip(context.reports, operators, message);
  const held = await holdWanted(context.queue, context.forward, verified, sorted);
  if (held === null) return refuseAll(smtpReplies.tryLater);
  const { settled, ids: heldIds } = held;
  const dropped = settled.dropped - keylessDrops(sorted, held);
  const order = { ...verified, aliases: sorted.takers, operators, calendars };
  const takenAnyway = dropped + heldIds.size > 0;
  const result = await send(context, judged, { sorted: settled, order, takenAnyway }).catch(async (error: unknown) => {
    // Its sender comes again, and must not fill what is held with each try.
    await dropHeld(context.queue, heldIds).catch(() => {});
    throw error;
  });
  if (result.unsaved !== null) await dropHeld(context.queue, heldIds);

  const unusable = [...held.unusable, ...result.unusable];
  const counted = { held: heldIds.size, dropped, over: result.over.size, unusable: unusable.length, senderProven };
  const fate = decideFate(result, { ...settled, ...counted });
  const fates = settleDispositions(settled.fates, result.over, fate.reply);
  return { fate, sorted: { ...settled, fates }, sent: { settled, heldIds, operators, unusable, result } };
}

const mebibyte = 1024 * 1024;

/**
 * What is written anew for each alias of a message: a hundred copies of a large header take a processor for seconds,
 * and bodies with a calendar are all in memory at once. Ordinary mail stays below a hundredth of it.
 */
const rewriteLimits = {
  fields: 100_000,
  headerBytes: 16 * mebibyte,
  calendarBodyBytes: 128 * mebibyte,
  calendarBytes: 8 * mebibyte,
};

/** Whether a message is more than can be written anew for so many aliases. */
function isTooMuchFor(aliases: number, { fields, body }: RawMessage, found: CalendarParts | null): boolean {
  return (
    aliases * fields.length > rewriteLimits.fields ||
    aliases * fields.reduce((bytes, { raw }) => bytes + raw.length, 0) > rewriteLimits.headerBytes ||
    (found !== null && aliases * body.length > rewriteLimits.calendarBodyBytes) ||
    (found !== null && aliases * octetsTurned(found) > rewriteLimits.calendarBytes)
  );
}

interface Sending {
  readonly sorted: SortedAliases;
  readonly order: ForwardOrder;
  readonly takenAnyway: boolean;
}

/** Sends a message to the aliases that take it, as far as they may have more. @throws Error when the database does not answer. */
async function send(
  context: DeliverContext,
  { verified, refusal }: Judged,
  { sorted: { takers, used }, order, takenAnyway }: Sending,
): Promise<CappedResult & { readonly unusable: readonly UnusableKey[] }> {
  const { message, received } = verified;
  const [{ batches: messages, unusable }] = await Promise.all([
    prepareForward(context.forward, order),
    context.noted.noteUse(used.map(({ aliasId: id, useNoted }) => ({ id, useNoted }))),
    ...(refusal === null ? [noteSender(context, verified, used)] : []),
  ]);
  const fingerprint = (): string => fingerprintOf(received.envelope.reversePath, message);
  const result = await enforceCaps(context.noted.caps, takers, messages, (within) =>
    dispatchMessages(context.queue, within, fingerprint, takenAnyway),
  );
  return { ...result, unusable };
}

/**
 * Only whoever is proven to write tells where an address went. The owner's own mail, everybody's first test, says nothing
 * about it, and junk never is what an alias was made for.
 */
async function noteSender(
  { noted }: DeliverContext,
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
  await Promise.all(concerned.map(({ aliasId: id, ...known }) => noted.senders.wrote({ id, ...known }, organisation)));
}

/** Who must know hears of a refusal: by number whoever wants nothing held, by mail where its sender does not hear of it. */
async function tellOfFate(
  { queue, noted }: DeliverContext,
  { authentication }: VerifiedMessage,
  { fate, sorted: { fates, refused }, sent }: Decided,
): Promise<void> {
  recordDispositions(queue.tracer, { fates, authentication, reply: fate.reply });
  // The sender of what is deferred comes again, and is counted then.
  if (fate.kind !== 'deferred') {
    for (const { alias } of refused) if (alias.holdDays === 0) noted.refusals.add(alias.aliasId);
  }
  if (isTaken(fate)) for (const { alias } of refused) await tellOfRefusedBeside(queue, alias);
  if (sent !== null) await tellOfUnusableKeys(queue, sent.unusable);
}

/** What a message that was taken leaves behind: it is counted, and reported to senders and operators who wait for that. */
async function followUp(
  context: DeliverContext,
  verified: VerifiedMessage,
  { settled, heldIds, operators, result }: Sent,
): Promise<void> {
  countTaken(context, settled, heldIds, result.over);
  await reportRelayed(context.queue, verified, settled.fates, result);
  if (operators.some(({ address }) => address.startsWith('abuse@'))) await readComplaintOf(context, verified);
}

/** Fields by which its sender knows a message again. */
const reportedKeys = new Set(['message-id', 'subject', 'date']);

/**
 * Tells a proven sender who asked for it (NOTIFY=SUCCESS, RFC 3461 §4.1) that its message was taken for an alias: whether it
 * was delivered, waits, is held or was dropped looks alike, in words and in time. Never throws: the message is taken.
 */
async function reportRelayed(
  context: QueueContext,
  { message, received, senderProven }: VerifiedMessage,
  fates: readonly AliasOutcome[],
  result: Pick<DispatchResult, 'reaches'>,
): Promise<void> {
  const { reversePath, requests } = received.envelope;
  if (requests === undefined || !senderProven || reversePath === '') return;
  const original = message.fields.filter(({ key }) => reportedKeys.has(key));
  for (const { alias, outcome } of fates) {
    const wishes = wishesOf(received, isAliasOf(alias.aliasId));
    const isTaken = outcome !== 'refuse' && (outcome !== 'forward' || result.reaches(alias.aliasId));
    if (!wishes.success || !isTaken) continue;
    const { address, domain } = alias;
    await sendRelayed(context, { alias: address, domain: domain.name, reversePath, original, wishes }).catch(
      (error: unknown) => context.log.error('delivery.relayed_not_told', error),
    );
  }
}

/** The operator has it by now: that it cannot be counted against an account is no reason to refuse it. */
async function readComplaintOf(
  { reports }: DeliverContext,
  { message, author: { address }, senderProven: proven }: VerifiedMessage,
): Promise<void> {
  await noteComplaint(reports, message, { address, proven }).catch((error: unknown) =>
    reports.log.error('abuse_report_not_counted', error),
  );
}

/** For the operator, and for owners who have their mail counted. `held`: by alias; `over`: those that have ended meanwhile. */
function countTaken(
  { noted: { counts, volume } }: DeliverContext,
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
