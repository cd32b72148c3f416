import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import { commonFault } from '#mail/queue/report-failure.ts';
import { smtpReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { operatorMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import type { ForwardContext, ForwardRecipient, UnusableKey } from '#mail/forward/forward-order.ts';
import { type Holding, holdMessage } from '#mail/held/hold-message.ts';
import { isLooping } from '#mail/judge/loop-mark.ts';
import { type Judged, judgeForAliases, type RuleContext, type AliasOutcome } from '#mail/judge/judge-for-aliases.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { OperatorRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { splitAddress } from '#protocol/message/address.ts';

export interface RefusingAlias {
  readonly alias: AliasRecipient;
  readonly reply: SmtpReply;
}

/** The aliases of a message by what becomes of it for them. */
export interface SortedAliases {
  readonly fates: readonly AliasOutcome[];
  readonly takers: readonly ForwardRecipient[];
  readonly holdings: readonly (Holding & { readonly otherwise: SmtpReply | null })[];
  readonly refused: readonly RefusingAlias[];
  /** Mail came to these, whatever became of it. */
  readonly used: readonly AliasRecipient[];
  readonly dropped: number;
  readonly looping: number;
}

/** One message for an alias, however often it was named. */
export function distinctAliases(recipients: readonly Recipient[]): AliasRecipient[] {
  const byId = new Map<string, AliasRecipient>();
  for (const recipient of recipients) if (recipient.kind === 'alias') byId.set(recipient.aliasId, recipient);
  return [...byId.values()];
}

/** @throws Error when the database does not answer. */
export async function sortAliases(
  rules: RuleContext,
  judged: Judged,
  aliases: readonly AliasRecipient[],
): Promise<SortedAliases> {
  const { message, received, vouchedBy } = judged.verified;
  const fit = aliases.filter(
    ({ aliasId: id, domain }) =>
      !isLooping(rules.keys, { id, domain: domain.name }, message, received.envelope.reversePath),
  );
  const fates = await judgeForAliases(rules, judged, fit);
  const takers: ForwardRecipient[] = [];
  const holdings: (Holding & { otherwise: SmtpReply | null })[] = [];
  const refused: RefusingAlias[] = [];
  for (const { alias, fate } of fates) {
    if (fate.kind === 'forward') {
      takers.push({ ...alias, spam: fate.spam, vouchedBy: fate.list ?? vouchedBy, heldFor: null, receipt: null });
    } else if (fate.kind === 'hold') holdings.push({ alias, reason: fate.reason, otherwise: fate.otherwise });
    else if (fate.kind === 'refuse') refused.push({ alias, reply: fate.reply });
  }
  const dropped = fates.length - takers.length - holdings.length - refused.length;
  const used = fates.filter(({ fate }) => fate.kind !== 'refuse').map(({ alias }) => alias);
  const looping = aliases.filter((alias) => !fit.includes(alias));
  const outcomes = [
    ...fates.map(({ alias, fate: { kind: outcome } }) => ({ alias, outcome })),
    ...looping.map((alias) => ({ alias, outcome: 'refuse' as const })),
  ];
  return { fates: outcomes, takers, holdings, refused, used, dropped, looping: looping.length };
}

/**
 * `postmaster` and `abuse` are read by somebody whomever their owner blocks (RFC 5321 §4.5.1), who may be the one that it is about. Nobody can
 * tell from outside.
 */
export function leftToOperator({ fates }: SortedAliases): OperatorRecipient[] {
  return fates.flatMap(({ alias: { address, domain }, outcome }) =>
    outcome === 'drop' && operatorMailboxes.has(splitAddress(address).local)
      ? [{ kind: 'operator', address, domain }]
      : [],
  );
}

interface Held {
  /** By alias. */
  readonly ids: ReadonlyMap<string, string>;
  /** With what could not be kept among the refused, or the dropped where the sender must not hear that. */
  readonly settled: SortedAliases;
  /** Inboxes for which nothing is held, as their keys count no more. */
  readonly unusable: readonly UnusableKey[];
}

/** What could not be kept becomes what it would be if nothing were held: a refused message is no use of an alias. */
function settle(sorted: SortedAliases, ids: ReadonlyMap<string, string>): SortedAliases {
  const rest = sorted.holdings.filter(({ alias }) => !ids.has(alias.aliasId));
  const refused = rest.flatMap(({ alias, otherwise: reply }) => (reply === null ? [] : [{ alias, reply }]));
  const outcomes = new Map<string, AliasOutcome['outcome']>([
    ...rest.map(({ alias }) => [alias.aliasId, 'drop'] as const),
    ...refused.map(({ alias }) => [alias.aliasId, 'refuse'] as const),
  ]);
  return {
    ...sorted,
    fates: sorted.fates.map((one) => ({ ...one, outcome: outcomes.get(one.alias.aliasId) ?? one.outcome })),
    refused: [...sorted.refused, ...refused],
    used: sorted.used.filter(({ aliasId }) => outcomes.get(aliasId) !== 'refuse'),
    dropped: sorted.dropped + rest.length - refused.length,
  };
}

/** What was to be held and cannot be encrypted is not taken: its sender is asked to come again. */
export function keylessDrops({ holdings }: SortedAliases, { ids, unusable }: Held): number {
  const keyless = new Set(unusable.map(({ alias }) => alias.aliasId));
  return holdings.filter(
    ({ alias, otherwise }) => otherwise === null && keyless.has(alias.aliasId) && !ids.has(alias.aliasId),
  ).length;
}

/** Before anything leaves, so that nobody has the message yet when it cannot be kept. Null: the sender must try again. */
export async function holdWanted(
  queue: QueueContext,
  forward: ForwardContext,
  verified: VerifiedMessage,
  sorted: SortedAliases,
): Promise<Held | null> {
  try {
    const { ids, unusable } = await holdMessage(queue, forward, verified, sorted.holdings);
    return { ids, settled: settle(sorted, ids), unusable };
  } catch (error) {
    queue.log.error('hold_failed', error);
    return null;
  }
}

/** To a proven sender alone, who can mend the message. */
const faultReplies = { too_large: smtpReplies.tooLargeForRecipient, content: smtpReplies.contentRefused };

/** What becomes of a message as a whole, and so what its sender hears. */
export interface MessageFate {
  /** Held and dropped sound like accepted. */
  readonly kind: 'accepted' | 'held' | 'dropped' | 'refused' | 'deferred';
  readonly reply: SmtpReply;
}

/** The message is ours: its sender keeps it no longer. */
export function isTaken({ kind }: MessageFate): boolean {
  return kind === 'accepted' || kind === 'held' || kind === 'dropped';
}

/** The fate of a message that nobody takes. */
export function refusalBy(reply: SmtpReply): MessageFate {
  return { kind: reply.code < 500 ? 'deferred' : 'refused', reply };
}

/** What of a message goes to nobody's inbox, by number of aliases. */
interface Kept {
  readonly held: number;
  readonly dropped: number;
  readonly looping: number;
  readonly over: number;
  readonly unusable: number;
  readonly refused: readonly RefusingAlias[];
  readonly senderProven: boolean;
}

/** The one fate for all deliveries of all recipients (RFC 5321 §4.2.5: after its reply, the message is ours or the sender's). */
export function decideFate(result: DispatchResult, kept: Kept): MessageFate {
  const { accepted, unsaved } = result;
  if (unsaved !== null) return refusalBy(unsavedReplies[unsaved]);
  const reply = smtpReplies.messageAccepted;
  if (accepted > 0) return { kind: 'accepted', reply };
  if (kept.held > 0) return { kind: 'held', reply };
  return kept.dropped > 0 ? { kind: 'dropped', reply } : refusalBy(whyRefused(result, kept));
}

function whyRefused({ refused, statuses }: DispatchResult, kept: Kept): SmtpReply {
  if (kept.unusable > 0) return smtpReplies.cannotEncrypt;
  if (refused > 0) {
    const fault = kept.senderProven ? commonFault(statuses) : null;
    return fault === null ? smtpReplies.refusedByRecipient : faultReplies[fault];
  }
  if (kept.over > 0) return smtpReplies.unknownRecipient;
  const [first] = kept.refused;
  if (first !== undefined) return first.reply;
  return kept.looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
}
