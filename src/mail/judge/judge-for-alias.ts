import type { FoundRule } from '#core/sender-rules/find-sender-rule.ts';
import type { RefusalReason } from '#mail/judge/verify-received.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';

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
