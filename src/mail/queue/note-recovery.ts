import type { MailContext } from '#mail/mail-context.ts';
import type { Delivery } from '#mail/queue/outgoing-message.ts';

/** An inbox that refused mail lately has taken some: it works. Never throws, as its mail is delivered. */
export async function noteRecovery(
  { database, limiter, log }: MailContext,
  { targetId, targetFails }: Pick<Delivery, 'targetId' | 'targetFails'>,
): Promise<void> {
  if (targetFails !== true || targetId === null) return;
  try {
    await limiter.forget('refusalsPerTarget', { text: targetId });
    await database.db.updateTable('targets').set({ failingSince: null }).where('id', '=', targetId).execute();
  } catch (error) {
    log.error('target.recovery_failed', error);
  }
}
