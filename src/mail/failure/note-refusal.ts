import { renderMail } from '#core/render-mail.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { tellOwner } from '#mail/failure/tell-owner.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { sendSystemMail } from '#mail/own-mail/send-system-mail.ts';
import { failureMails } from '#messages/mails.ts';

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
  context: MailContext,
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
  const mail = failureMails.failedTarget(`${settings.publicUrl}/settings`, value, status);
  await tellOwner(context, target.userId, renderMail(mail));
}

async function alertOperator(context: MailContext, status: string): Promise<void> {
  const { operatorEmail } = context.settings;
  if (operatorEmail === null || !(await context.limiter.tryTake('operatorAlerts', { text: 'refused' }))) return;
  const mail = renderMail(failureMails.operatorAlert(status));
  await sendSystemMail(context, { ...mail, recipient: operatorEmail, userId: null });
}
