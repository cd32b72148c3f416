import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import { composeSystemMail } from '#mail/own-mail/compose-system-mail.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { spoolOwnMail } from '#mail/queue/spool-own-mail.ts';

/**
 * Sends a mail of ours, signed by the first domain, through the spool.
 * @throws Error when the database cannot commit.
 */
export async function sendSystemMail(context: MailContext, mail: SystemMail): Promise<void> {
  const { clock, domains, random } = context;
  const [domain] = domains.all();
  if (domain === undefined) throw new Error('there is no domain to send from');
  const { name } = domain;
  const composed = composeSystemMail(mail, { domain: name, now: new Date(clock.now()), random });
  const { userId, recipient: rcptTo } = mail;
  await spoolOwnMail(context, domain, composed, { userId, mailFrom: `postmaster@${name}`, rcptTo });
}

/** The mailer that core asks. */
export function createSystemMailer(context: MailContext): SystemMailer {
  return {
    send: (mail) => sendSystemMail(context, mail),
  };
}
