import type { RenderedMail } from '#core/render-mail.ts';
import { findOwnerInbox } from '#core/targets/find-owner-inbox.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { sendSystemMail } from '#mail/queue/send-system-mail.ts';

/**
 * Writes to the owner of an account about their mail, at most a few times a day. False when nothing was sent: they have
 * no inbox that agreed to get mail, or have been told enough today.
 * @throws Error when the database does not answer.
 */
export async function tellOwner(context: MailContext, userId: string, mail: RenderedMail): Promise<boolean> {
  const recipient = await findOwnerInbox(context, userId);
  if (recipient === null || !(await context.limiter.tryTake('ownerNoticesPerUser', { userId }))) return false;
  await sendSystemMail(context, { ...mail, recipient, userId });
  return true;
}
