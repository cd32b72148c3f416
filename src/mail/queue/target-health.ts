import { renderMail } from '#core/render-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Delivery } from '#mail/queue/delivery-batch.ts';
import { sendSystemMail } from '#mail/queue/send-own-mail.ts';
import { failureMails, type MailWords } from '#messages/server/mails.ts';

/** RFC 3463 §3.2, §3.3: the mailbox is not there or switched off. Everything else may be about the message or about us. */
function isAboutTarget(status: string): boolean {
  return status.startsWith('5.1.') || status === '5.2.1';
}
function isAboutUs(status: string): boolean {
  return status.startsWith('5.7.');
}

/**
 * Learns from a refusal for good of what was forwarded to a target: as unknown for the fifth time in three days, the
 * target counts as failing and its owner is told. A refusal about us alerts the operator, once a day.
 * @throws Error when the database does not answer.
 */
export async function noteRefusal(
  context: QueueContext,
  { targetId, status }: { readonly targetId: string; readonly status: string },
): Promise<void> {
  if (isAboutUs(status)) await alertOperator(context, status);
  if (!isAboutTarget(status)) return;
  if (await context.limiter.tryTake('refusalsPerTarget', { text: targetId })) return;
  const { clock, database, keys, settings } = context;
  const target = await database.db
    .updateTable('targets')
    .set({ failingSince: new Date(clock.now()) })
    .where('id', '=', targetId)
    .where('kind', '=', 'email')
    .where('failingSince', 'is', null)
    .returning(['userId', 'valueSealed'])
    .executeTakeFirst();
  if (target === undefined) return;
  const value = keys.open(targetValueContext(targetId), target.valueSealed).toString();
  await tellOwner(context, target.userId, failureMails.failedTarget(`${settings.publicUrl}/settings`, value, status));
}

async function alertOperator(context: QueueContext, status: string): Promise<void> {
  const { operatorEmail } = context.settings;
  if (operatorEmail === null || !(await context.limiter.tryTake('operatorAlerts', { text: 'refused' }))) return;
  const mail = renderMail(failureMails.operatorAlert(status));
  await sendSystemMail(context, { ...mail, recipient: operatorEmail, userId: null });
}

/**
 * Writes to the owner of an account about their mail, at most a few times a day. False when nothing was sent: they have
 * no inbox that agreed to get mail, or have been told enough today.
 * @throws Error when the database does not answer.
 */
export async function tellOwner(context: QueueContext, userId: string, mail: MailWords): Promise<boolean> {
  const recipient = await findOwnerInbox(context, userId);
  if (recipient === null || !(await context.limiter.tryTake('ownerNoticesPerUser', { userId }))) return false;
  await sendSystemMail(context, { ...renderMail(mail), recipient, userId });
  return true;
}

/** An inbox that refused mail lately has taken some: it works. Never throws, as its mail is delivered. */
export async function noteRecovery(
  { database, limiter, log }: QueueContext,
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
