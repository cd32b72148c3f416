import type { MailSigner } from '#core/domains/domain-directory.ts';
import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import type { Db } from '#database/database.ts';
import type { Delivery } from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { writeSpool } from '#mail/queue/write-spool.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Random } from '#platform/random.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { encodeWords, printableAscii } from '#protocol/message/encoded-words.ts';
import { joinHeader, makeField, formatDate, type ComposedMail } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { encodeTransfer, lineLimits } from '#protocol/message/transfer-encoding.ts';

/** Sends mails of ours, signed by the first domain, through the spool. */
export function createSystemMailer(context: QueueContext): SystemMailer {
  const { clock, domains, random } = context;
  return {
    send: async (mail, db) => {
      const [domain] = domains.all();
      if (domain === undefined) throw new Error('there is no domain to send from');
      const { name } = domain;
      const composed = composeSystemMail(mail, { domain: name, now: new Date(clock.now()), random });
      const { id = random.uuid(), userId, recipient: rcptTo } = mail;
      await spoolOwnMail(context, domain, composed, { id, userId, mailFrom: `postmaster@${name}`, rcptTo }, db);
    },
  };
}

/**
 * Signs a mail of ours and spools it; the worker delivers it at once. Caps on waiting mail do not hold it up.
 * @throws Error when the database cannot commit.
 */
export async function spoolOwnMail(
  context: QueueContext,
  signer: MailSigner,
  { header, body }: ComposedMail,
  envelope: Pick<Delivery, 'userId' | 'mailFrom' | 'rcptTo'> & { readonly id?: string },
  db?: Db,
): Promise<void> {
  const { clock, random, wake } = context;
  const now = new Date(clock.now());
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const signed = await signMail(signer, { fields: parseMessage(header).fields, bodyHash, now });
  const delivery = {
    id: random.uuid(),
    ...envelope,
    header: { id: random.uuid(), octets: Buffer.concat([signed, Buffer.from('\r\n')]) },
    aliasId: null,
    linkId: null,
    targetId: null,
  };
  const sender = { kind: 'system', senderProven: false, reversePath: envelope.mailFrom } as const;
  const message = { ...sender, id: random.uuid(), body, deliveries: [delivery] };
  await writeSpool(context, message, [{ delivery, attempts: 0, leaseId: null, unanswered: false, reached: false }], db);
  wake.notify();
}

interface SystemMailSettings {
  /** A-label; the mail comes from its postmaster. */
  readonly domain: string;
  readonly now: Date;
  readonly random: Random;
}

/** No base64 where it is not needed: filters hold it against plain text. */
function part(boundary: string, type: string, text: string): string {
  const { encoding, content } = encodeTransfer(Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')), lineLimits.wished);
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    content.toString('latin1'),
    '',
  ].join('\r\n');
}

/**
 * A mail of ours as multipart/alternative, plain text first (RFC 2046 §5.1.4), marked as written by a program
 * (RFC 3834 §5).
 */
function composeSystemMail(
  { recipient, subject, text, html }: SystemMail,
  { domain, now, random }: SystemMailSettings,
): ComposedMail {
  const boundary = `=_${random.bytes(18).toString('base64url')}`;
  const header = joinHeader([
    makeField('From', `Kauke <postmaster@${domain}>`),
    makeField('To', `<${recipient}>`),
    makeField('Subject', printableAscii.test(subject) ? subject : encodeWords(subject)),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<${random.uuid()}@${domain}>`),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', `multipart/alternative; boundary="${boundary}"`),
    makeField('Auto-Submitted', 'auto-generated'),
  ]);
  const parts = [part(boundary, 'text/plain', text), part(boundary, 'text/html', html), `--${boundary}--`, ''];
  return { header, body: Buffer.from(parts.join('\r\n')) };
}
