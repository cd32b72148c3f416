import type { JudgeContext } from '#mail/judge/judge-context.ts';
import type { Recipient } from '#mail/recipient/recipient.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { ClientInfo, RecipientDecision } from '#protocol/smtp-server/session-policy.ts';

/**
 * Turns an accepted recipient down when a block list names the client. The operator stays within reach of everybody, so
 * that somebody listed by mistake can say so (RFC 5321 §4.5.1).
 */
export async function refuseBlockListed(
  { blockLists }: Pick<JudgeContext, 'blockLists'>,
  { remoteAddress }: ClientInfo,
  decision: RecipientDecision<Recipient>,
): Promise<RecipientDecision<Recipient>> {
  if (!decision.accepted || decision.recipient.kind === 'operator' || remoteAddress === null) return decision;
  return (await blockLists.lists(remoteAddress)) ? { accepted: false, reply: smtpReplies.blockListed } : decision;
}
