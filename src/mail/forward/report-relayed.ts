import { isAliasOf, wishesOf } from '#mail/forward/sender-wishes.ts';
import type { AliasOutcome } from '#mail/judge/record-dispositions.ts';
import type { VerifiedMessage } from '#mail/judge/verify-received.ts';
import type { DispatchResult } from '#mail/queue/keep-deliveries.ts';
import { sendRelayed } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';

const kept = new Set(['message-id', 'subject', 'date']);

/**
 * Tells a proven sender who asked for it (NOTIFY=SUCCESS, RFC 3461 §4.1) that its message was taken for an alias: whether it
 * was delivered, waits, is held or was dropped looks alike, in words and in time. Never throws: the message is taken.
 */
export async function reportRelayed(
  context: QueueContext,
  { message, received, senderProven }: VerifiedMessage,
  fates: readonly AliasOutcome[],
  result: Pick<DispatchResult, 'reaches'>,
): Promise<void> {
  const { reversePath, requests } = received.envelope;
  if (requests === undefined || !senderProven || reversePath === '') return;
  const original = message.fields.filter(({ key }) => kept.has(key));
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
