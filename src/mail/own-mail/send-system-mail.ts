import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import { createBodyHashes } from '#mail/authenticity/body-hashes.ts';
import { signDkim } from '#mail/authenticity/sign-dkim.ts';
import { composeSystemMail } from '#mail/own-mail/compose-system-mail.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { writeSpool } from '#mail/spool/write-spool.ts';

/**
 * Sends a mail of ours, signed by the first domain. It is spooled, and the worker delivers it at once; caps on waiting
 * mail do not hold it up. @throws Error when the database cannot commit.
 */
export const sendSystemMail = async (context: MailContext, mail: SystemMail): Promise<void> => {
  const { clock, domains, random, wake } = context;
  const [domain] = domains.all();
  if (domain === undefined) throw new Error('there is no domain to send from');
  const { name, selector, key } = domain;
  const now = new Date(clock.now());
  const { header, body } = composeSystemMail(mail, { domain: name, now, random });
  const bodyHash = createBodyHashes(body).sha256('relaxed', null);
  const signature = await signDkim({ header, bodyHash, domain: name, selector, key, now });
  const mailFrom = `postmaster@${name}`;
  const delivery = {
    id: random.uuid(),
    header: { id: random.uuid(), octets: Buffer.concat([signature, header, Buffer.from('\r\n')]) },
    userId: mail.userId,
    aliasId: null,
    linkId: null,
    targetId: null,
    mailFrom,
    rcptTo: mail.recipient,
  };
  const kind = 'system' as const;
  const message = { id: random.uuid(), kind, senderProven: false, reversePath: mailFrom, body, deliveries: [delivery] };
  await writeSpool(context, message, [{ delivery, attempts: 0, leaseId: null, reached: false }]);
  wake.notify();
};

/** The mailer that core asks. */
export const createSystemMailer = (context: MailContext): SystemMailer => ({
  send: (mail) => sendSystemMail(context, mail),
});
