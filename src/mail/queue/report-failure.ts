import { renderMail } from '#core/render-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { spoolOwnMail, sendSystemMail } from '#mail/queue/send-own-mail.ts';
import type { MessageKind, Delivery } from '#mail/queue/state/delivery-batch.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { openThreadId } from '#mail/rewrite/thread-ids.ts';
import { failureMails, reportWords, type MailWords } from '#messages/mails.ts';
import { composeReport } from '#protocol/dsn/compose-report.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** A message that will reach nobody any more. */
export interface FailedMessage {
  readonly kind: MessageKind;
  readonly senderProven: boolean;
  /** As received; empty for `<>`. */
  readonly reversePath: string;
  /** Both null for mail to the operator. */
  readonly aliasId: string | null;
  readonly userId: string | null;
  /** RFC 3463. */
  readonly status: string;
  /** Of what was sent as the alias: who did not get it. */
  readonly recipients: readonly string[];
  /** Header as it left us. */
  readonly fields: readonly HeaderField[];
}

interface AliasName {
  readonly address: string;
  readonly domain: string;
}

/** What the operator gets was written to the postmaster, as far as anybody else is told. */
function postmasterName({ domains }: QueueContext): AliasName | null {
  const [domain] = domains.all();
  return domain === undefined ? null : { address: `postmaster@${domain.name}`, domain: domain.name };
}

async function findAliasName({ database }: QueueContext, aliasId: string): Promise<AliasName | null> {
  const row = await database.db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name'])
    .where('aliases.id', '=', aliasId)
    .executeTakeFirst();
  return row === undefined ? null : { address: `${row.localPart}@${row.name}`, domain: row.name };
}

/**
 * Tells whoever must know that a message is lost: of what was forwarded its sender, if it is proven who that is, else
 * the owner; of what was sent as an alias the owner. A message from the null reverse-path tells nobody but the owner
 * (RFC 5321 §4.5.5), one to the operator nobody but its sender.
 * @throws Error when the database does not answer.
 */
export async function reportFailure(context: QueueContext, failed: FailedMessage): Promise<void> {
  const { kind, senderProven, reversePath, aliasId, userId, status, recipients, fields } = failed;
  if (kind === 'system') return;
  const alias = aliasId === null ? postmasterName(context) : await findAliasName(context, aliasId);
  if (alias === null) return;
  const { address, domain } = alias;
  if (kind === 'forward' && senderProven && reversePath !== '') {
    await sendReport(context, { aliasId, alias: address, domain, reversePath, status, fields });
  } else if (userId !== null) {
    const { publicUrl } = context.settings;
    const mail =
      kind === 'sent'
        ? failureMails.failedSent(address, recipients, status)
        : failureMails.failedForward(`${publicUrl}/dashboard`, address, status);
    await tellOwner(context, userId, mail);
  }
}

interface FailedForward {
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

/** Original Message-ID, Subject, Date. The Message-ID was sealed when forwarded; open it. */
function originalFields({ keys }: QueueContext, { aliasId, domain, fields }: FailedForward): HeaderField[] {
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
async function sendReport(context: QueueContext, failed: FailedForward): Promise<void> {
  const { clock, domains, limiter, random, settings, trace } = context;
  const { alias, reversePath, status, domain: name } = failed;
  if (!(await limiter.tryTake('reportsPerAddress', { text: reversePath.toLowerCase() }))) return;
  const signer = domains.find(name);
  if (signer === null) return;
  const now = new Date(clock.now());
  const original = originalFields(context, failed);
  const { hostname } = settings;
  const words = { ...reportWords, lines: reportWords.lines(alias, status) };
  const names = { recipient: reversePath, finalRecipient: alias, domain: name, hostname };
  trace('before-report');
  // RFC 3464 §2: a report never causes another one.
  const envelope = { userId: null, mailFrom: '', rcptTo: reversePath };
  await spoolOwnMail(context, signer, composeReport({ ...names, status, words, original, now, random }), envelope);
  trace('report-committed');
}

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
