import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { findOwnTexts, type OwnTexts } from '#core/account-language.ts';
import { renderMail } from '#core/render-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { isMissingUserViolation } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { sendSystemMail } from '#mail/queue/send-own-mail.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { MailWords } from '#messages/server/mails.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** In one mail; the next one tells the rest. */
const maxJoined = 50;
/** Who sends a notice has it for so long; after a crash it is told again. */
const leaseMs = 5 * 60 * 1000;
/** Accounts that one sweep writes to. */
const atOnce = 100;

const wordsSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.union([z.string(), z.object({ link: z.string() })])),
});

interface ClaimedNotice {
  readonly id: string;
  readonly words_sealed: Buffer;
  readonly count: number;
}

function wordsContext(id: string) {
  return { field: 'notices.words', rowId: id };
}

/**
 * Tells the owner of an account about their mail, in at most three mails a day. What comes beyond them waits, sealed, and
 * is told together; nothing is dropped. `haste`: what is no news for today waits a day for more of the same.
 * @throws Error when the database does not take it.
 */
export async function tellOwner(
  context: QueueContext,
  userId: string,
  words: MailWords,
  haste: 'now' | 'within_a_day' = 'now',
): Promise<void> {
  await keepNotice(context, context.database.db, { userId, words, afterMs: haste === 'now' ? 0 : dayMs });
  if (haste === 'now') await sendDue(context, userId);
}

interface TargetNews {
  readonly targetId: string;
  /** Stores what it is, in the transaction that stores the notice: a kill between them would lose that. True where there is something to tell. */
  readonly store: (transaction: Db) => Promise<boolean>;
  readonly words: (texts: OwnTexts, target: string) => MailWords;
  readonly haste: 'now' | 'within_a_day';
}

/** Tells the owner of a target about it, in the same way. @throws Error when the database does not take it. */
export async function tellOfTarget(context: QueueContext, news: TargetNews): Promise<void> {
  const { targetId, store, words, haste } = news;
  const { database, keys } = context;
  const told = await database.db.transaction().execute(async (transaction) => {
    const target = await transaction
      .selectFrom('targets')
      .innerJoin('users', 'users.id', 'targets.userId')
      .select(['targets.userId', 'targets.valueSealed'])
      .where('targets.id', '=', targetId)
      // First the account, then the target: in the order of all others.
      .forKeyShare('users')
      .executeTakeFirst();
    if (target === undefined || !(await store(transaction))) return null;
    const { userId, valueSealed } = target;
    const texts = await findOwnTexts(transaction, userId);
    const said = words(texts, keys.open(targetValueContext(targetId), valueSealed).toString());
    await keepNotice(context, transaction, { userId, words: said, afterMs: haste === 'now' ? 0 : dayMs });
    return userId;
  });
  if (told !== null && haste === 'now') await sendDue(context, told);
}

/** Tells the operator in the same way; nobody where there is none (in preview). */
export async function tellOperator(context: QueueContext, words: MailWords): Promise<void> {
  if (context.settings.operatorEmail === null) return;
  await keepNotice(context, context.database.db, { userId: null, words, afterMs: 0 });
  await sendDue(context, null);
}

interface Notice {
  /** Null: the operator. */
  readonly userId: string | null;
  readonly words: MailWords;
  readonly afterMs: number;
}

/**
 * Stores what somebody is to be told, so that neither a crash nor a full day loses it; the next sweep sends it. `db` may be
 * a transaction of what is told.
 * @throws Error when the database does not take it.
 */
export async function keepNotice(
  { clock, keys, random }: Pick<QueueContext, 'clock' | 'keys' | 'random'>,
  db: Db,
  { userId, words, afterMs }: Notice,
): Promise<void> {
  const id = random.uuid();
  const text = JSON.stringify(words);
  await db
    .insertInto('notices')
    .values({
      id,
      userId,
      wordsHash: keys.lookupHash('notices.words', `${userId ?? ''} ${text}`),
      wordsSealed: keys.seal(wordsContext(id), text),
      dueAt: new Date(clock.now() + afterMs),
    })
    .onConflict((conflict) => conflict.column('wordsHash').doUpdateSet({ count: sql<number>`notices.count + 1` }))
    .execute()
    .catch((error: unknown) => {
      if (!isMissingUserViolation(error)) throw error;
    });
}

/**
 * Tells what waited until it may be told, and erases what nobody could be told for a month.
 * @throws Error when the database does not answer.
 */
export async function sendWaitingNotices(context: QueueContext): Promise<void> {
  const { clock, database } = context;
  const due = await database.db
    .selectFrom('notices')
    .select('userId')
    .distinct()
    .where('dueAt', '<=', new Date(clock.now()))
    .limit(atOnce)
    .execute();
  for (const { userId } of due) await sendDue(context, userId);
  await sql`delete from notices where created_at < now() - interval '30 days'`.execute(database.db);
}

const claimStatement = {
  name: 'claim-notices',
  text: `
    update notices set due_at = $3
    where id in (
      select id from notices where coalesce(user_id::text, '') = $1 and due_at <= $2
      order by created_at limit $4 for update skip locked)
    returning id, words_sealed, count`,
};

const eraseStatement = {
  name: 'erase-notices',
  text: `
    with told as (select * from unnest($1::uuid[], $2::int[]) told (id, count)),
    again as (
      update notices n set count = n.count - t.count, due_at = $3 from told t where n.id = t.id and n.count > t.count)
    delete from notices n using told t where n.id = t.id and n.count = t.count`,
};

/** One mail of all that is due to one person; null: the operator. Never throws: what it could not send is due again after the lease. */
async function sendDue(context: QueueContext, userId: string | null): Promise<void> {
  const { clock, database, keys, log } = context;
  const now = clock.now();
  try {
    const values = [userId ?? '', new Date(now), new Date(now + leaseMs), maxJoined];
    const { rows } = await database.pool.query<ClaimedNotice>({ ...claimStatement, values });
    if (rows.length === 0) return;
    const inbox = await findInbox(context, userId);
    if (inbox.recipient === null) {
      const ids = rows.map(({ id }) => id);
      await database.db.updateTable('notices').set({ dueAt: inbox.notBefore }).where('id', 'in', ids).execute();
      return;
    }
    const told = rows.map(({ id, words_sealed: sealed, count }) => ({
      words: wordsSchema.parse(JSON.parse(keys.open(wordsContext(id), sealed).toString())),
      count,
    }));
    const { failureMails, language } = await findOwnTexts(database.db, userId);
    const [first] = told;
    const words =
      first !== undefined && told.length === 1 && first.count === 1 ? first.words : failureMails.joined(told);
    await sendSystemMail(context, { ...renderMail(words, language), recipient: inbox.recipient, userId });
    const erased = [rows.map(({ id }) => id), rows.map(({ count }) => count), new Date(now)];
    await database.pool.query({ ...eraseStatement, values: erased });
  } catch (error) {
    log.error('spool.notice_failed', error);
  }
}

/** Where notices go now: nowhere while there is no inbox that agreed to get mail, or it had its mails of today. */
async function findInbox(
  context: QueueContext,
  userId: string | null,
): Promise<{ readonly recipient: string } | { readonly recipient: null; readonly notBefore: Date }> {
  const { clock, limiter, settings } = context;
  const tomorrow = new Date(clock.now() + dayMs);
  const recipient = userId === null ? settings.operatorEmail : await findOwnerInbox(context, userId);
  if (recipient === null) return { recipient, notBefore: tomorrow };
  try {
    await (userId === null ? limiter.take('operatorNotices', {}) : limiter.take('ownerNoticesPerUser', { userId }));
    return { recipient };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
    return { recipient: null, notBefore: error.details.resetTime ?? tomorrow };
  }
}
