import { spoolOwnMail } from '#mail/queue/send-own-mail.ts';
import { copyFieldName, type MessageKind } from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { openThreadId } from '#mail/rewrite/thread-ids.ts';
import { reportWords } from '#messages/server/mails.ts';
import { relayedWords } from '#messages/server/smtp-replies.ts';
import { readReturnPathField, type SenderNames } from '#mail/rewrite/return-path-field.ts';
import { composeReport, type ReportInput } from '#protocol/dsn/compose-report.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { notify } from '#core/notices/notify.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** Whom a final status speaks about. */
export type Fault = 'target' | 'full' | 'our_sender' | 'our_policy' | 'content';

/**
 * RFC 3463 §3.2, §3.3, §3.7, §3.8: the mailbox is not there or switched off; our own address or our standing is refused;
 * the content is. 5.1.10 is a null MX (RFC 7505 §6), by which Exchange also means an unknown recipient. 5.6.3 is no fault
 * of the content: the server lacks 8BITMIME. 5.2.2 is a mailbox that is there and full.
 */
const faults: readonly (readonly [Fault, RegExp])[] = [
  ['target', /^5\.(?:1\.(?:[1-6]|10)|2\.1)$/],
  ['full', /^5\.2\.2$/],
  ['our_sender', /^5\.1\.[78]$/],
  ['our_policy', /^5\.7\./],
  ['content', /^5\.(?:6\.(?!3$)\d+|3\.4|2\.3)$/],
];

/** Its size, its content, rules that it does not meet, and whatever a server means that gives no status. */
const ofTheMessage = /^5\.(?:0\.0|2\.3|3\.4|6\.\d+|7\.\d+)$/;

/** Whether it is about the message, or may be: nothing else counts it. */
export function isOfTheMessage(status: string): boolean {
  return ofTheMessage.test(status);
}

/** What a sender who is proven may hear of the message; never which inbox said so, nor more than all of them do. */
type MessageFault = 'too_large' | 'content';

/** What the message is at fault for, if every one of some final statuses says the same; else null. */
export function commonFault(statuses: readonly string[]): MessageFault | null {
  const [first, ...others] = new Set(statuses.map(messageFault));
  return first === undefined || others.length > 0 ? null : first;
}

/** RFC 3463 §3.4, §3.7. */
function messageFault(status: string): MessageFault | null {
  if (/^5\.(?:2\.3|3\.4)$/.test(status)) return 'too_large';
  return /^5\.6\.\d+$/.test(status) ? 'content' : null;
}

/** Null where it may speak about anything. */
export function faultOfStatus(status: string): Fault | null {
  return faults.find(([, form]) => form.test(status))?.[0] ?? null;
}

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
  /** By which its sender knows it; left out: as its header says. */
  readonly names?: SenderNames | null;
  /** A target took it first and sent it back later: another one may have it. */
  readonly late?: boolean;
}

export interface AliasName {
  /** `name@domain`. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
}

/** What the operator gets was written to the postmaster, as far as anybody else is told. */
function postmasterName({ domains }: QueueContext): AliasName | null {
  const [domain] = domains.all();
  return domain === undefined ? null : { address: `postmaster@${domain.name}`, domain: domain.name };
}

/** Null when the alias is gone. */
export async function findAliasName({ database }: QueueContext, aliasId: string): Promise<AliasName | null> {
  const [row] = await readAliasRows(database.db, { ids: [aliasId] }, ['address', 'domain']);
  return row ?? null;
}

function kindOfForward({ fields, late }: Pick<FailedMessage, 'fields' | 'late'>) {
  if (fields.some(({ key }) => key === copyFieldName.toLowerCase())) return 'failed_copy';
  return late === true ? 'bounced_forward' : 'failed_forward';
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Tells whoever must know that a message is lost: of what was forwarded its sender, if it is proven who that is, else
 * the owner; of what was sent as an alias the owner. A message from the null reverse-path tells nobody but the owner
 * (RFC 5321 §4.5.5), one to the operator nobody but its sender.
 * @throws Error when the database does not answer.
 */
export async function reportFailure(context: QueueContext, failed: FailedMessage): Promise<void> {
  const { kind, senderProven, reversePath, aliasId, userId, status, recipients, fields, late, names } = failed;
  if (kind === 'system') return;
  const alias = aliasId === null ? postmasterName(context) : await findAliasName(context, aliasId);
  if (alias === null) return;
  const { address, domain } = alias;
  if (kind === 'forward' && senderProven && reversePath !== '') {
    await sendReport(context, { aliasId, alias: address, domain, reversePath, status, fields, names });
  } else if (userId !== null) {
    // That an inbox is gone its owner hears when it is so for sure; each message that it sends back can wait for that.
    const to = { userId, ...(late === true && faultOfStatus(status) === 'target' && { waitMs: dayMs }) };
    if (kind === 'sent') await notify(context, { kind: 'failed_sent', ...to, values: [address, recipients, status] });
    else await notify(context, { kind: kindOfForward(failed), ...to, values: [address, status] });
  }
}

/**
 * Tells an owner that an alias refused a message whose sender heard that it was taken, as others took it. Nothing of the
 * message is in it. Never throws: the message itself is settled.
 */
export async function tellOfRefusedBeside(
  context: QueueContext,
  { userId, address }: { readonly userId: string; readonly address: string },
): Promise<void> {
  try {
    await notify(context, { kind: 'refused_beside', userId, values: [address] });
  } catch (error) {
    context.log.error('failure.report_failed', error);
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
  readonly names: FailedMessage['names'];
}

/** Original Message-ID, Subject, Date. The Message-ID was sealed when forwarded; open it. */
function originalFields({ keys }: QueueContext, { aliasId, domain, fields }: FailedForward): HeaderField[] {
  const own = fields.filter(({ key }) => key === 'date' || key === 'subject');
  if (aliasId === null) return own;
  const sealed = fields.find(({ key }) => key === 'message-id');
  const id = sealed && openThreadId(keys, { id: aliasId, domain }, fieldText(sealed).replaceAll(/[<>\s]/g, ''));
  return id ? [makeField('Message-ID', `<${id}>`), ...own] : own;
}

/** About the message itself, so that its sender can mend it (RFC 3463). */
const mendable = /^5\.(?:2\.3|3\.4|6\.\d+)$/;

/**
 * The status that a sender hears. Of the inbox it tells what a reply in the session does: whether it is full or gone would
 * be the same for all aliases of its owner at one time, and join them.
 */
function statusForSender(status: string): string {
  if (status.startsWith('4.')) return '4.4.7';
  return mendable.test(status) ? status : '5.2.0';
}

/**
 * Tells the proven sender of a forwarded message that it reached nobody: one report, from the null reverse-path, signed,
 * through the spool. Silent beyond the limits, which stop a flood from being mirrored.
 * @throws Error when the database does not answer.
 */
async function sendReport(context: QueueContext, failed: FailedForward): Promise<void> {
  const { keys } = context;
  const { aliasId, alias, domain, reversePath, fields } = failed;
  const status = statusForSender(failed.status);
  const names = failed.names ?? (aliasId === null ? null : readReturnPathField(keys, aliasId, fields));
  const words = { ...reportWords, lines: reportWords.lines(alias, status) };
  const report = { alias, domain, reversePath, names, action: 'failed', status, words } as const;
  await spoolReport(context, report, () => originalFields(context, failed));
}

interface RelayedForward extends Pick<FailedForward, 'alias' | 'domain' | 'reversePath'> {
  /** Message-ID, Subject and Date as the sender wrote them. */
  readonly original: readonly HeaderField[];
  readonly wishes: SenderNames;
}

/**
 * Tells the proven sender that its message was taken for an alias, and that no more will be told unless it fails (RFC 3464
 * §2.3.3: relayed). @throws Error when the database does not answer.
 */
export async function sendRelayed(
  context: QueueContext,
  { alias, domain, reversePath, original, wishes: names }: RelayedForward,
): Promise<void> {
  const words = { ...relayedWords, lines: relayedWords.lines(alias) };
  const report = { alias, domain, reversePath, names, action: 'relayed', status: '2.0.0', words } as const;
  await spoolReport(context, report, () => original);
}

interface ReportToSender extends Pick<FailedForward, 'alias' | 'domain' | 'reversePath'> {
  readonly names: SenderNames | null;
  readonly action: 'failed' | 'relayed';
  readonly status: string;
  readonly words: ReportInput['words'];
}

async function spoolReport(
  context: QueueContext,
  { alias, domain: name, reversePath, names, action, status, words }: ReportToSender,
  findOriginal: () => readonly HeaderField[],
): Promise<void> {
  const { clock, domains, limiter, random, settings, trace } = context;
  if (!(await limiter.tryTake('reportsPerAddress', { text: reversePath.toLowerCase() }))) return;
  const signer = domains.signer(name);
  if (signer === null) return;
  const now = new Date(clock.now());
  const { hostname } = settings;
  // RFC 3464 §2.3.2: as the sender's server wrote it.
  const to = { recipient: reversePath, finalRecipient: names?.recipient ?? alias, domain: name, hostname };
  const known = { envelopeId: names?.envelopeId ?? null, originalRecipient: names?.original ?? null };
  trace('before-report');
  // RFC 3461 §6.1, RFC 3464 §2: a report never causes another one.
  const envelope = { userId: null, mailFrom: '', rcptTo: reversePath };
  const report = composeReport({ ...to, ...known, action, status, words, original: findOriginal(), now, random });
  await spoolOwnMail(context, signer, report, envelope);
  trace('report-committed');
}
