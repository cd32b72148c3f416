import { createBodyHashes } from '#mail/authenticity/body-hashes.ts';
import { signDkim } from '#mail/authenticity/sign-dkim.ts';
import { composeReport } from '#mail/failure/compose-report.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { fieldText } from '#mail/message/field-text.ts';
import type { HeaderField } from '#mail/message/raw-message.ts';
import { openThreadId } from '#mail/rewrite/thread-ids.ts';
import { makeField } from '#mail/message/edit-header.ts';
import { writeSpool } from '#mail/spool/write-spool.ts';

export interface FailedForward {
  readonly aliasId: string;
  /** `name@domain`. */
  readonly alias: string;
  /** A-label. */
  readonly domain: string;
  /** The proven sender's reverse-path; never empty. */
  readonly reversePath: string;
  /** RFC 3463. */
  readonly status: string;
  /** Header of the message as it was forwarded. */
  readonly fields: readonly HeaderField[];
}

/** What the sender knows its message by. Its id was turned on the way to the owner. */
const originalFields = ({ keys }: MailContext, { aliasId, domain, fields }: FailedForward): HeaderField[] => {
  const own = fields.filter(({ key }) => key === 'date' || key === 'subject');
  const sealed = fields.find(({ key }) => key === 'message-id');
  const id = sealed && openThreadId(keys, { id: aliasId, domain }, fieldText(sealed).replaceAll(/[<>\s]/g, ''));
  return id ? [makeField('Message-ID', `<${id}>`), ...own] : own;
};

/**
 * Tells the proven sender of a forwarded message that it reached nobody: one report, from the null reverse-path, signed,
 * through the spool. Silent beyond the limits, which stop a flood from being mirrored.
 * @throws Error when the database does not answer.
 */
export const sendReport = async (context: MailContext, failed: FailedForward): Promise<void> => {
  const { clock, domains, limiter, random, settings, trace, wake } = context;
  const { alias, reversePath, status, domain: name } = failed;
  if (!(await limiter.tryTake('reportsPerAddress', { text: reversePath.toLowerCase() }))) return;
  const signer = domains.find(name);
  if (signer === null) return;
  const { selector, key } = signer;
  const now = new Date(clock.now());
  const original = originalFields(context, failed);
  const { hostname } = settings;
  const report = { recipient: reversePath, alias, domain: name, hostname, status, original, now, random };
  const { header, body } = composeReport(report);
  const bodyHash = createBodyHashes(body).sha256('relaxed', null);
  const signature = await signDkim({ header, bodyHash, domain: name, selector, key, now });
  const delivery = {
    id: random.uuid(),
    header: { id: random.uuid(), octets: Buffer.concat([signature, header, Buffer.from('\r\n')]) },
    userId: null,
    aliasId: null,
    linkId: null,
    targetId: null,
    // RFC 3464 §2: a report never causes another one.
    mailFrom: '',
    rcptTo: reversePath,
    spoolFirst: true,
  };
  const message = { id: random.uuid(), kind: 'system' as const, senderProven: false, reversePath: '', body };
  trace('before-report');
  await writeSpool(context, { ...message, deliveries: [delivery] }, [
    { delivery, attempts: 0, leaseId: null, reached: false },
  ]);
  trace('report-committed');
  wake.notify();
};
