import type { MailDomain } from '#core/domains/domain-directory.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { signDkim } from '#protocol/dkim/sign-dkim.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { Delivery } from '#mail/queue/outgoing-message.ts';
import type { ComposedMail } from '#mail/own-mail/compose-system-mail.ts';
import { writeSpool } from '#mail/queue/write-spool.ts';

/**
 * Signs a mail of ours and spools it; the worker delivers it at once. Caps on waiting mail do not hold it up.
 * @throws Error when the database cannot commit.
 */
export async function spoolOwnMail(
  context: MailContext,
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
