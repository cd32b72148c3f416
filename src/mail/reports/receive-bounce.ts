import { createHash } from 'node:crypto';
import { noteRefusal } from '#mail/queue/note-refusal.ts';
import { reportFailure } from '#mail/queue/report-failure.ts';
import type { BouncedName } from '#mail/recipient/address-forms.ts';
import { findBounced, type Bounced } from '#mail/recipient/find-bounced.ts';
import type { BounceRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { ReportsContext } from '#mail/reports/reports-context.ts';
import { tellOfUnread } from '#mail/reports/tell-of-unread.ts';
import { readReturnPathField } from '#mail/rewrite/return-path-field.ts';
import { readBounce, type Bounce, type BounceReport, type Rejection } from '#protocol/dsn/read-bounce.ts';
import { findField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/** Which message of ours to `whom` a report is about. One that brings nothing of it back counts by itself. */
function subjectOf(whom: string, { fields }: RawMessage, bounce: Bounce): Subject {
  const returned = 'returned' in bounce ? bounce.returned : [];
  const id = findField(returned, 'message-id') ?? findField(fields, 'message-id') ?? '';
  return { text: createHash('sha256').update(`${whom} ${id}`).digest('hex') };
}

interface Subject {
  readonly text: string;
}

/**
 * Takes what comes to bounce addresses, whatever its reverse-path, read once for all of them. A report that a message
 * failed for good, or was refused by a rule, tells whoever must know; what no program can read about a message that an owner sent is told to them,
 * and what a server wrote about one that was forwarded. Delays, automatic replies and the like are accepted and forgotten. Says nothing back. False when the same is being
 * read already, or was until a crash a moment ago: it must come again.
 * @throws Error when the database does not answer.
 */
export async function receiveBounces(
  context: ReportsContext,
  message: RawMessage,
  bounces: readonly BounceRecipient[],
): Promise<boolean> {
  const bounce = readBounce(message);
  if (bounce.kind === 'no_failure') return true;
  const byRoute = new Map(bounces.map((recipient) => [`${recipient.names} ${recipient.id}`, recipient]));
  for (const recipient of byRoute.values()) {
    // To what was forwarded people and programs of the inbox answer, too; of those nobody needs to hear.
    if (bounce.kind === 'unread' && recipient.of !== 'sent' && !bounce.byServer) continue;
    if (!(await takeBounce(context, message, bounce, recipient))) return false;
  }
  return true;
}

async function takeBounce(
  context: ReportsContext,
  message: RawMessage,
  bounce: Exclude<Bounce, { kind: 'no_failure' }>,
  recipient: BounceRecipient,
): Promise<boolean> {
  const bounced = await findBounced(context.database, recipient);
  if (bounced === null) return true;
  const { limiter } = context;
  const subject = subjectOf(`${recipient.names} ${recipient.id}`, message, bounce);
  if (!(await limiter.hasLeft('reportsPerMessage', subject))) return true;
  // Of the alias, as its inboxes may send back the same message: how many there are nobody learns by the reports.
  const ofAlias = subjectOf(bounced.aliasId, message, bounce);
  if (!(await limiter.tryTake('reportsBegun', ofAlias))) return false;
  const told = !(await limiter.hasLeft('reportsPerMessage', ofAlias));
  const bouncedOf = { ...bounced, of: recipient.of, told };
  const tellsSender = await passOnAny(context, message, bounce, bouncedOf);
  // Counted last: after a crash the bounce comes again, and nobody must believe that it was passed on.
  if (tellsSender) await limiter.tryTake('reportsPerMessage', ofAlias);
  await limiter.tryTake('reportsPerMessage', subject);
  // What comes from another inbox of the alias a moment later need not come again: what was told is counted now.
  await limiter.giveBack('reportsBegun', ofAlias);
  return true;
}

/** True when the sender of what was forwarded hears of it. */
async function passOnAny(
  context: ReportsContext,
  message: RawMessage,
  bounce: Exclude<Bounce, { kind: 'no_failure' }>,
  bounced: BouncedOf,
): Promise<boolean> {
  if (bounce.kind === 'failed') return passOn(context, bounce, bounced);
  if (bounce.kind === 'rejected') return passOnRejection(context, bounce, bounced);
  await tellOfUnread(context, message, bounce.text, bounced);
  return false;
}

interface BouncedOf extends Bounced, Pick<BouncedName, 'of'> {
  /** The sender heard of it, from another inbox of the alias. */
  readonly told: boolean;
}

/** What a target's server says it gives back may hold anything, its address too: only an id that opens can be ours. */
function fieldsOf({ returned }: Pick<BounceReport, 'returned'>): readonly HeaderField[] {
  return returned.filter(({ key }) => key === 'message-id');
}

/** Refused by whoever had it to read. */
const rejectedStatus = '5.7.1';

/**
 * Tells the sender that a rule of the recipient's refused the message: of what was forwarded the proven sender alone, as the owner made
 * that rule; of what an owner sent the owner. It counts against nobody: the inbox takes mail, and nothing is wrong with it or us.
 */
async function passOnRejection(
  { queue, keys }: ReportsContext,
  rejection: Rejection,
  { aliasId, userId, of, told }: BouncedOf,
): Promise<boolean> {
  const names = of === 'sent' ? null : readReturnPathField(keys, aliasId, rejection.returned);
  const reversePath = names?.reversePath ?? '';
  if (of !== 'sent' && (told || reversePath === '')) return false;
  const failed = { aliasId, userId, status: rejectedStatus, recipients: [], fields: fieldsOf(rejection) };
  await reportFailure(queue, { ...failed, kind: of, senderProven: true, reversePath, names, late: true });
  return of !== 'sent';
}

/** Learns from a bounce, and tells whoever must know. */
async function passOn(
  { queue, keys }: ReportsContext,
  { status, returned }: BounceReport,
  { aliasId, targetId, userId, of, told }: BouncedOf,
): Promise<boolean> {
  const fields = fieldsOf({ returned });
  const failed = { aliasId, userId, status, recipients: [], fields };
  const refusal = { rcptTo: null, status, refusedRecipient: true, late: true, aliasId, userId, messageId: null };
  if (of === 'sent' || targetId === null) {
    await noteRefusal(queue, { ...refusal, targetId: null, provenSender: null, reversePath: null });
    await reportFailure(queue, { ...failed, kind: 'sent', senderProven: true, reversePath: '' });
    return false;
  }
  const names = readReturnPathField(keys, aliasId, returned);
  const provenSender = names?.reversePath ?? null;
  await noteRefusal(queue, { ...refusal, targetId, provenSender, reversePath: provenSender });
  const reversePath = provenSender ?? '';
  if (told && reversePath !== '') return true;
  await reportFailure(queue, {
    ...failed,
    kind: 'forward',
    senderProven: names !== null,
    reversePath,
    names,
    late: true,
  });
  return reversePath !== '';
}
