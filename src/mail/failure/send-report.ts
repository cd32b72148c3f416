import { composeReport } from '#mail/failure/compose-report.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { fieldText } from '#mail/message/field-text.ts';
import type { HeaderField } from '#mail/message/raw-message.ts';
import { openThreadId } from '#mail/rewrite/thread-ids.ts';
import { makeField } from '#mail/message/edit-header.ts';
import { spoolOwnMail } from '#mail/own-mail/spool-own-mail.ts';
import { reportWords } from '#messages/mails.ts';

export interface FailedForward {
  /** Null for mail to the operator. */
  readonly aliasId: string | null;
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
function originalFields({ keys }: MailContext, { aliasId, domain, fields }: FailedForward): HeaderField[] {
  const own = fields.filter(({ key }) => key === 'date' || key === 'subject');
  if (aliasId === null) return own;
  const sealed = fields.find(({ key }) => key === 'message-id');
  const id = sealed && openThreadId(keys, { id: aliasId, domain }, fieldText(sealed).replaceAll(/[<>\s]/g, ''));
  return id ? [makeField('Message-ID', `<${id}>`), ...own] : own;
}

/**
 * Tells the proven sender of a forwarded message that it reached nobody: one report, from the null reverse-path, signed,
 * through the spool. Silent beyond the limits, which stop a flood from being mirrored.
 * @throws Error when the database does not answer.
 */
export async function sendReport(context: MailContext, failed: FailedForward): Promise<void> {
  const { clock, domains, limiter, random, settings, trace } = context;
  const { alias, reversePath, status, domain: name } = failed;
  if (!(await limiter.tryTake('reportsPerAddress', { text: reversePath.toLowerCase() }))) return;
  const signer = domains.find(name);
  if (signer === null) return;
  const now = new Date(clock.now());
  const original = originalFields(context, failed);
  const { hostname } = settings;
  const words = { ...reportWords, lines: reportWords.lines(alias, status) };
  const report = { recipient: reversePath, alias, domain: name, hostname, status, words, original, now, random };
  trace('before-report');
  // RFC 3464 §2: a report never causes another one.
  const envelope = { userId: null, mailFrom: '', rcptTo: reversePath };
  await spoolOwnMail(context, signer, composeReport(report), envelope);
  trace('report-committed');
}
