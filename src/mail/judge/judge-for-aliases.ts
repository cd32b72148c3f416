import { type FoundRule, findSenderRule } from '#core/sender-rules/find-sender-rule.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { findProvenList, type ProvenList } from '#mail/judge/judge-message.ts';
import type { RefusalReason, VerifiedMessage } from '#mail/judge/verify-received.ts';
import { reverseToken } from '#mail/recipient/address-forms.ts';
import type { ContactStore } from '#mail/recipient/contact-store.ts';
import type { AliasRecipient } from '#mail/recipient/resolve-alias.ts';
import { normalizeAddress, splitAddress } from '#protocol/message/address.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { smtpReplies, describeReply } from '#mail/smtp-replies.ts';
import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';

/** All that decides what becomes of one message for one alias. */
export interface AliasQuestion {
  /** How the alias stands: only live and paused ones are asked about. */
  readonly paused: boolean;
  /** What the verdict says: its refusal, the same for everybody; null: it passed. */
  readonly refusal: { readonly reply: SmtpReply; readonly reason: RefusalReason } | null;
  /** SPF or DKIM passed in alignment with From. */
  readonly fromProven: boolean;
  /** The one rule that counts; null: none does. A rule about a list only where that list signed the message. */
  readonly rule: AppliedRule | null;
  /** It passed, and is treated with suspicion. */
  readonly spam: boolean;
  /** What is refused is held. */
  readonly holds: boolean;
}

export interface AppliedRule extends Pick<FoundRule, 'action' | 'evenIfRejected'> {
  /** The organizational domain of the list that it is about; null: it is about the author. */
  readonly list: string | null;
}

/** Why a message is held: what refused it, or a rule of its owner. */
export type HoldReason = RefusalReason | 'rule';

export type AliasDisposition =
  /** The owner wants none of it: the sender hears what everybody hears. */
  | { readonly kind: 'drop' }
  | {
      readonly kind: 'forward';
      readonly spam: boolean;
      /** Shown instead of the author, where a rule lets its list through; null: as the verdict has it. */
      readonly list: string | null;
    }
  /** `otherwise`: what the sender hears where it cannot be kept; null: that it was taken, as without the rule. */
  | { readonly kind: 'hold'; readonly reason: HoldReason; readonly otherwise: SmtpReply | null }
  | { readonly kind: 'refuse'; readonly reply: SmtpReply };

/**
 * What becomes of a message for one alias, in this order: its standing, the verdict, the owner's rule, spam. (The last
 * question, whether its cap has room, is for whoever takes the message.) A paused alias gets nothing, and refuses what it
 * would refuse if it were live, so that nobody can tell the two apart. Block and hold act on a proven From; unproven
 * mail in that name hears what it would hear without the rule and is never forwarded, or forgeries would find out who is
 * blocked. Allow passes a spam verdict where From is proven, a list's mail past its author's policy, and mail past both
 * that nobody vouches for only where its owner said so.
 */
export function judgeForAlias(question: AliasQuestion): AliasDisposition {
  const fate = judgeLive(question);
  return question.paused && fate.kind !== 'refuse' ? { kind: 'drop' } : fate;
}

function judgeLive(question: AliasQuestion): AliasDisposition {
  const { rule, fromProven } = question;
  const plain = judgeWithout(question);
  if (rule === null) return plain;
  if (rule.action === 'allow') return isAllowed(question, rule) ? allow(question, rule) : plain;
  // The verdict comes before the rule; of spam only a proven sender's rule makes an exception.
  const isProven = fromProven || rule.list !== null;
  const { refusal } = question;
  if (refusal !== null && !(isProven && refusal.reason === 'spam')) return plain;
  if (rule.action === 'block') return { kind: 'drop' };
  return { kind: 'hold', reason: 'rule', otherwise: isProven ? smtpReplies.refusedByRecipient : null };
}

function judgeWithout({ refusal, spam, holds }: AliasQuestion): AliasDisposition {
  if (refusal === null) return { kind: 'forward', spam, list: null };
  const { reply, reason } = refusal;
  return holds ? { kind: 'hold', reason, otherwise: reply } : { kind: 'refuse', reply };
}

function isAllowed({ refusal, fromProven }: AliasQuestion, { evenIfRejected, list }: AppliedRule): boolean {
  if (refusal === null) return true;
  switch (refusal.reason) {
    case 'spam':
      return fromProven;
    case 'rejected':
      return list !== null || evenIfRejected;
    case 'unauthenticated':
      return evenIfRejected;
  }
}

function allow({ fromProven, refusal, spam }: AliasQuestion, { list }: AppliedRule): AliasDisposition {
  return { kind: 'forward', spam: spam && !fromProven, list: refusal === null ? null : list };
}

/** What it takes to look up owners' rules. */
export interface RuleContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly contacts: Pick<ContactStore, 'isBlocked'>;
}

/** What is known of a message before its recipients are asked. */
export interface Judged {
  readonly verified: VerifiedMessage;
  /** Null: it passed. */
  readonly refusal: { readonly reply: SmtpReply; readonly reason: RefusalReason } | null;
}

export interface JudgedAlias {
  readonly alias: AliasRecipient;
  readonly fate: AliasDisposition;
}

/** A correspondent that an owner blocked at an alias: the most exact rule that there is. */
const blockedContact: AppliedRule = { action: 'block', evenIfRejected: false, list: null };

/**
 * What becomes of a message for each of its aliases. The database is asked about those only whose owners have rules or
 * have blocked somebody. @throws Error when it does not answer.
 */
export async function judgeForAliases(
  context: RuleContext,
  { verified, refusal }: Judged,
  aliases: readonly AliasRecipient[],
): Promise<JudgedAlias[]> {
  const list = aliases.some(({ hasRules }) => hasRules)
    ? await findProvenList(verified.message, verified.authentication)
    : null;
  return Promise.all(
    aliases.map(async (alias) => {
      const rule = await findRule(context, verified, alias, list);
      const { paused, holdDays } = alias;
      const { unverified, spam } = verified;
      const question = { paused, refusal, rule, spam, fromProven: !unverified, holds: (holdDays ?? 0) > 0 };
      return { alias, fate: judgeForAlias(question) };
    }),
  );
}

async function findRule(
  context: RuleContext,
  { author }: VerifiedMessage,
  { aliasId, userId, address: aliasAddress, blocksContacts, hasRules }: AliasRecipient,
  list: ProvenList | null,
): Promise<AppliedRule | null> {
  if (blocksContacts) {
    const token = reverseToken(context.keys, { userId, aliasAddress, correspondent: author.address });
    if (await context.contacts.isBlocked(aliasId, token)) return blockedContact;
  }
  if (!hasRules) return null;
  const address = normalizeAddress(author.address);
  const lists = (list?.names ?? []).map((name) => `list:${name}`);
  const matches = [address, `@${splitAddress(address).domain}`, ...lists];
  const rule = await findSenderRule(context, { userId, aliasId }, matches);
  return rule === null ? null : { ...rule, list: isOfList(rule) ? (list?.domain ?? null) : null };
}

function isOfList({ match }: FoundRule): boolean {
  return match.startsWith('list:');
}

/** What becomes of a message for one of its aliases. */
export interface AliasOutcome {
  readonly alias: AliasRecipient;
  readonly outcome: AliasDisposition['kind'];
}

interface TracedFates {
  readonly fates: readonly AliasOutcome[];
  /** Null: it was not asked for. */
  readonly authentication: Authentication | null;
  readonly reply: SmtpReply;
}

/** All of them hear the same. */
export function refusedAlike(aliases: readonly AliasRecipient[]): AliasOutcome[] {
  return aliases.map((alias) => ({ alias, outcome: 'refuse' }));
}

/** What became of it in the end. `over`: by alias, those that took their last message meanwhile. */
export function settleDispositions(
  fates: readonly AliasOutcome[],
  over: ReadonlySet<string>,
  { code }: SmtpReply,
): AliasOutcome[] {
  return fates.map(({ alias, outcome }) => {
    const isTaken = outcome === 'forward' || outcome === 'hold';
    const isRefused = isTaken && (code >= 400 || over.has(alias.aliasId));
    return { alias, outcome: isRefused ? 'refuse' : outcome };
  });
}

/** For owners who watch an alias. */
export function recordDispositions(tracer: Tracer, { fates, authentication, reply }: TracedFates): void {
  for (const { alias, outcome } of fates) {
    if (!alias.traced) continue;
    const verdict = authentication === null ? null : describeVerdict(authentication);
    tracer.note(alias.aliasId, { event: 'message', outcome, verdict, reply: describeReply(reply) });
  }
}

function describeVerdict({ spf, dkim, dmarc, arc }: Authentication): string {
  const signatures = dkim.map(({ result }) => result).join(',') || 'none';
  return `spf=${spf.result} dkim=${signatures} dmarc=${dmarc.result} arc=${arc.result}`;
}
