import type { MailDomain } from '#core/domains/domain-directory.ts';
import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { ComposedMail } from '#protocol/message/header-fields.ts';
import { composeSystemMail } from '#mail/own-mail/compose-system-mail.ts';
import type { Delivery } from '#mail/queue/delivery-batch.ts';
import { writeSpool } from '#mail/queue/write-spool.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';

/**
 * Sends a mail of ours, signed by the first domain, through the spool.
 * @throws Error when the database cannot commit.
 */
export async function sendSystemMail(context: QueueContext, mail: SystemMail): Promise<void> {
  const { clock, domains, random } = context;
  const [domain] = domains.all();
  if (domain === undefined) throw new Error('there is no domain to send from');
  const { name } = domain;
  const composed = composeSystemMail(mail, { domain: name, now: new Date(clock.now()), random });
  const { userId, recipient: rcptTo } = mail;
  await spoolOwnMail(context, domain, composed, { userId, mailFrom: `postmaster@${name}`, rcptTo });
}

/** The mailer that core asks. */
export function createSystemMailer(context: QueueContext): SystemMailer {
  return {
    send: (mail) => sendSystemMail(context, mail),
  };
}

/**
 * Signs a mail of ours and spools it; the worker delivers it at once. Caps on waiting mail do not hold it up.
 * @throws Error when the database cannot commit.
 */
export async function spoolOwnMail(
  context: QueueContext,
  { name: domain, selector, key }: MailDomain,
  { header, body }: ComposedMail,
  envelope: Pick<Delivery, 'userId' | 'mailFrom' | 'rcptTo'>,
): Promise<void> {
  const { clock, random, wake } = context;
  const now = new Date(clock.now());
  const bodyHash = createBodyHashes(body).sha256('relaxed', null);
  const signature = await signDkim({ header, bodyHash, domain, selector, key, now });
  const delivery = {
    ...envelope,
    id: random.uuid(),
    header: { id: random.uuid(), octets: Buffer.concat([signature, header, Buffer.from('\r\n')]) },
    aliasId: null,
    linkId: null,
    targetId: null,
  };
  const sender = { kind: 'system', senderProven: false, reversePath: envelope.mailFrom } as const;
  const message = { ...sender, id: random.uuid(), body, deliveries: [delivery] };
  await writeSpool(context, message, [{ delivery, attempts: 0, leaseId: null, reached: false }]);
  wake.notify();
}
