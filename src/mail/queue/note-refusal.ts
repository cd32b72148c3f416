import { notify } from '#core/notices/notify.ts';
import { countRefusedMail, noteFullInbox } from '#core/targets/refused-mail.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Db } from '#database/database.ts';
import { faultOfStatus, isOfTheMessage, findAliasName } from '#mail/queue/report-failure.ts';
import type { Delivery } from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { domainOf } from '#platform/addresses.ts';

/** A refusal for good. */
export interface Refusal {
  /** Null where no target was refused: mail that an owner sent, and our own. */
  readonly targetId: string | null;
  /** RFC 3463. */
  readonly status: string;
  /** It may say something about the target: the recipient was refused, and not what was sent to it. */
  readonly refusedRecipient: boolean;
  /** Who was refused, where that is known; null in a bounce. */
  readonly rcptTo: string | null;
  /** A bounce: the message was accepted first. */
  readonly late: boolean;
  readonly aliasId: string | null;
  readonly userId: string | null;
  /** The reverse-path of a proven sender. */
  readonly provenSender: string | null;
  /** As received, whoever it was; null in a bounce of what nobody was proven to have sent. */
  readonly reversePath: string | null;
  /** One id for all refusals of a message; null in a bounce, which is read once. */
  readonly messageId: string | null;
}

/**
 * Learns from a refusal: as unknown for the fifth time in three days, or full for three messages, the target counts as failing and its owner is told.
 * What is about us never counts against it and alerts the operator; what is about the content counts against the
 * domain it came from, else the alias.
 * @throws Error when the database does not answer.
 */
export async function noteRefusal(context: QueueContext, refusal: Refusal): Promise<void> {
  const fault = faultOfStatus(refusal.status);
  switch (fault) {
    case 'target':
      if (refusal.refusedRecipient) await countAgainstTarget(context, refusal);
      return;
    case 'full':
      await countAsFull(context, refusal);
      return;
    case 'our_sender':
    case 'our_policy':
      await alertOperator(context, refusal, fault);
      return;
    case 'content':
      if (refusal.targetId !== null) await countAgainstOrigin(context, refusal);
      return;
    case null:
      return;
  }
}

/** Changes a target in one transaction with what its owner is told of that. */
async function changeTarget(
  { database, keys }: QueueContext,
  targetId: string,
  change: (transaction: Db, target: { readonly userId: string; readonly address: string }) => Promise<unknown>,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const target = await transaction
      .selectFrom('targets')
      .innerJoin('users', 'users.id', 'targets.userId')
      .select(['targets.userId', 'targets.valueSealed'])
      .where('targets.id', '=', targetId)
      // First the account, then the target: in the order of all others.
      .forKeyShare('users')
      .executeTakeFirst();
    if (target === undefined) return;
    const address = keys.open(targetValueContext(targetId), target.valueSealed).toString();
    await change(transaction, { userId: target.userId, address });
  });
}

/** What a refusal says about its target, where that is stored: `store` is true when it counts as failing from now on. */
async function noteFailing(
  context: QueueContext,
  { targetId, status, late }: Refusal & { readonly targetId: string },
  store: (transaction: Db, now: Date) => Promise<boolean>,
): Promise<void> {
  const now = new Date(context.clock.now());
  await changeTarget(context, targetId, async (transaction, { userId, address }) => {
    if (late) await transaction.updateTable('targets').set({ bouncedAt: now }).where('id', '=', targetId).execute();
    if (!(await store(transaction, now))) return;
    await notify(context, { kind: 'failed_target', userId, values: [address, { status, late }] }, transaction);
  });
}

async function countAgainstTarget(context: QueueContext, refusal: Refusal): Promise<void> {
  const { targetId } = refusal;
  if (targetId === null) return;
  await noteFailing(context, { ...refusal, targetId }, async (transaction, now) => {
    if (await context.limiter.tryTake('refusalsPerTarget', { text: targetId }, transaction)) return false;
    const target = await transaction
      .updateTable('targets')
      .set({ failingSince: now })
      .where('id', '=', targetId)
      .where('kind', '=', 'email')
      .where('failingSince', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return target !== undefined;
  });
}

/** Whether what is counted by messages has been counted of this one: it may go to an inbox by several aliases. */
async function isCounted(
  { limiter }: QueueContext,
  { targetId, messageId }: Refusal,
  transaction: Db,
): Promise<boolean> {
  const subject = { text: `${targetId} ${messageId}` };
  return messageId !== null && !(await limiter.tryTake('refusalsPerMessage', subject, transaction));
}

async function countAsFull(context: QueueContext, refusal: Refusal): Promise<void> {
  const { keys } = context;
  const { targetId, reversePath } = refusal;
  if (targetId === null) return;
  const senderDomain = domainOf(reversePath ?? '') || null;
  await noteFailing(
    context,
    { ...refusal, targetId },
    async (transaction, now) =>
      !(await isCounted(context, refusal, transaction)) &&
      noteFullInbox(transaction, keys, now, { targetId, senderDomain }),
  );
}

/**
 * Counts what an inbox refused while another one of the alias has the message or may get it: its sender hears nothing of that. The
 * owner is told of the first in 30 days. @throws Error when the database does not answer.
 */
export async function noteRefusedBeside(context: QueueContext, refusal: Refusal): Promise<void> {
  const { targetId, status } = refusal;
  if (targetId === null || !isOfTheMessage(status)) return;
  await changeTarget(context, targetId, async (transaction, { userId, address }) => {
    if (await isCounted(context, refusal, transaction)) return;
    if (!(await countRefusedMail(transaction, new Date(context.clock.now()), { targetId, status }))) return;
    await notify(context, { kind: 'refused_by_inbox', userId, values: [address, status] }, transaction);
  });
}

/** Once a day for each kind of fault and destination; the destination itself could name a user. */
async function alertOperator(
  context: QueueContext,
  { targetId, rcptTo, status, late }: Refusal,
  fault: 'our_sender' | 'our_policy',
): Promise<void> {
  context.log.warn('delivery.refused_us', { status, late });
  const recipient = rcptTo ?? (targetId === null ? '' : await findTargetValue(context, targetId));
  const subject = { text: `${fault} ${domainOf(recipient)}` };
  await notify(context, { kind: 'refused_us', userId: null, subject, values: [fault, status] });
}

async function findTargetValue({ database, keys }: QueueContext, targetId: string): Promise<string> {
  const { db } = database;
  const target = await db.selectFrom('targets').select('valueSealed').where('id', '=', targetId).executeTakeFirst();
  return target === undefined ? '' : keys.open(targetValueContext(targetId), target.valueSealed).toString();
}

/** Many refused for their content: of a proven domain the operator hears, who can have spam filtered; else the owner. */
async function countAgainstOrigin(
  context: QueueContext,
  { provenSender, aliasId, userId, status }: Refusal,
): Promise<void> {
  const origin = provenSender === null ? `alias ${aliasId}` : `domain ${domainOf(provenSender)}`;
  if (await context.limiter.tryTake('contentRefusals', { text: origin })) return;
  const subject = { text: `content ${origin}` };
  if (provenSender !== null) {
    await notify(context, { kind: 'refused_content_of_domain', userId: null, subject, values: [status] });
    return;
  }
  const alias = aliasId === null ? null : await findAliasName(context, aliasId);
  if (alias === null || userId === null) return;
  await notify(context, { kind: 'refused_content', userId, subject, values: [alias.address, status] });
}

/** An inbox that bounces what it took must not count as working by taking the next message. */
const bounceMemoryMs = 3 * 24 * 60 * 60 * 1000;

/**
 * An inbox that refused mail lately has taken some: it works, unless it is one that takes mail and sends it back later.
 * Never throws, as its mail is delivered.
 */
export async function noteRecovery(
  { clock, database, limiter, log }: QueueContext,
  { targetId, targetFails }: Pick<Delivery, 'targetId' | 'targetFails'>,
): Promise<void> {
  if (targetFails !== true || targetId === null) return;
  try {
    const recovered = await database.db
      .updateTable('targets')
      .set({ failingSince: null, bouncedAt: null })
      .where('id', '=', targetId)
      .where((where) =>
        where.or([where('bouncedAt', 'is', null), where('bouncedAt', '<', new Date(clock.now() - bounceMemoryMs))]),
      )
      .returning('id')
      .executeTakeFirst();
    if (recovered !== undefined) await limiter.forget('refusalsPerTarget', { text: targetId });
  } catch (error) {
    log.error('target.recovery_failed', error);
  }
}
