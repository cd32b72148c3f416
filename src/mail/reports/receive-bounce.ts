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

/** Which message of ours a report is about. One that brings nothing of it back counts by itself. */
function subjectOf(
  { names, id: of }: BouncedName,
  { fields }: RawMessage,
  returned: readonly HeaderField[],
): { readonly text: string } {
  const id = findField(returned, 'message-id') ?? findField(fields, 'message-id') ?? '';
  return { text: createHash('sha256').update(`${names} ${of} ${id}`).digest('hex') };
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
  const subject = subjectOf(recipient, message, bounce.kind === 'unread' ? [] : bounce.returned);
  if (!(await limiter.hasLeft('reportsPerMessage', subject))) return true;
  if (!(await limiter.tryTake('reportsBegun', subject))) return false;
  const bouncedOf = { ...bounced, of: recipient.of };
  if (bounce.kind === 'failed') await passOn(context, bounce, bouncedOf);
  else if (bounce.kind === 'rejected') await passOnRejection(context, bounce, bouncedOf);
  else await tellOfUnread(context, message, bounce.text, bouncedOf);
  // Counted last: after a crash the bounce comes again, and nobody must believe that it was passed on.
  await limiter.tryTake('reportsPerMessage', subject);
  return true;
}

type BouncedOf = Bounced & Pick<BouncedName, 'of'>;

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
  { aliasId, userId, of }: BouncedOf,
): Promise<void> {
  const names = of === 'sent' ? null : readReturnPathField(keys, aliasId, rejection.returned);
  const reversePath = names?.reversePath ?? '';
  if (of !== 'sent' && reversePath === '') return;
  const failed = { aliasId, userId, status: rejectedStatus, recipients: [], fields: fieldsOf(rejection) };
  await reportFailure(queue, { ...failed, kind: of, senderProven: true, reversePath, names, late: true });
}

/** Learns from a bounce, and tells whoever must know. */
async function passOn(
  { queue, keys }: ReportsContext,
  { status, returned }: BounceReport,
  { aliasId, targetId, userId, of }: BouncedOf,
): Promise<void> {
  const fields = fieldsOf({ returned });
  const failed = { aliasId, userId, status, recipients: [], fields };
  const refusal = { rcptTo: null, status, refusedRecipient: true, late: true, aliasId, userId, messageId: null };
  if (of === 'sent' || targetId === null) {
    await noteRefusal(queue, { ...refusal, targetId: null, provenSender: null, reversePath: null });
    await reportFailure(queue, { ...failed, kind: 'sent', senderProven: true, reversePath: '' });
    return;
  }
  const told = readReturnPathField(keys, aliasId, returned);
  const provenSender = told?.reversePath ?? null;
  await noteRefusal(queue, { ...refusal, targetId, provenSender, reversePath: provenSender });
  const reversePath = provenSender ?? '';
  await reportFailure(queue, {
    ...failed,
    kind: 'forward',
    senderProven: told !== null,
    reversePath,
    names: told,
    late: true,
  });
}
