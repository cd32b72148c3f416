import { type Expression, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { languages } from '#contract/account/languages.ts';
import { findOwnTexts } from '#core/account-language.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimitSubject } from '#core/limits/count-use.ts';
import type { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { type NoticeContext, wordsContext } from '#core/notices/notify.ts';
import { writeWarning } from '#core/notices/write-warning.ts';
import { renderMail } from '#core/render-mail.ts';
import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import type { Db } from '#database/database.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Nobody could be told for so long: it is erased. */
const keptMs = 30 * dayMs;
/** After a fault. */
const againMs = 60 * 1000;
/** Accounts that one round writes to. */
const accountsAtOnce = 100;
/** Notices that one mail tells; the next one tells the rest. */
const maxJoined = 50;
const maxWarnings = 2_000;

export interface SendNoticesContext extends NoticeContext, Pick<CoreContext, 'log'> {
  readonly limiter: RateLimiter;
  readonly mailer: SystemMailer;
}

const wordsSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.union([z.string(), z.object({ link: z.string() })])),
});
const soleSchema = z.tuple([wordsSchema.extend({ recipient: z.string(), language: z.enum(languages) })]);

interface WaitingNotice {
  readonly id: string;
  readonly wordsSealed: Buffer;
  readonly count: number;
}

function openWords({ keys }: SendNoticesContext, { id, wordsSealed }: WaitingNotice): unknown {
  return JSON.parse(keys.open(wordsContext(id), wordsSealed).toString());
}

function isOf(userId: string | null, form: string): Expression<SqlBool> {
  return sql<SqlBool>`form = ${form} and user_id is not distinct from ${userId}::uuid`;
}

interface NoticeMail {
  /** Null: the operator. */
  readonly userId: string | null;
  /** SQL: the notices that it tells. */
  readonly which: Expression<SqlBool>;
  readonly max: number;
  readonly write: (db: Db, rows: readonly WaitingNotice[]) => Promise<SystemMail>;
}

/**
 * Sends one mail of several notices. They are erased in the transaction that keeps the mail: a kill tells neither nothing nor twice.
 * False: there were none, or another process has them.
 */
function sendOne(
  { database, mailer }: SendNoticesContext,
  { userId, which, max, write }: NoticeMail,
): Promise<boolean> {
  return database.db.transaction().execute(async (transaction) => {
    // The account before its notices: in the order of whoever changes both.
    if (userId !== null)
      await transaction.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
    const rows = await transaction
      .selectFrom('outgoingNotices')
      .select(['id', 'wordsSealed', 'count'])
      .where(which)
      .orderBy('createdAt')
      .limit(max)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return false;
    await mailer.send(await write(transaction, rows), transaction);
    const ids = rows.map(({ id }) => id);
    await transaction.deleteFrom('outgoingNotices').where('id', 'in', ids).execute();
    return true;
  });
}

async function putOff({ clock, database }: SendNoticesContext, which: Expression<SqlBool>, dueAt: Date): Promise<void> {
  const due = database.db.updateTable('outgoingNotices').where('dueAt', '<=', new Date(clock.now()));
  await due.set({ dueAt }).where(which).execute();
}

/** Sends as far as the limit of a day goes; what comes beyond it waits. */
async function sendWithin(
  context: SendNoticesContext,
  which: Expression<SqlBool>,
  [rule, subject]: readonly [rule: keyof typeof rateLimitRules, subject: RateLimitSubject],
  send: () => Promise<boolean>,
): Promise<void> {
  const notBefore = await context.limiter.reserve(rule, subject);
  if (notBefore !== null) return putOff(context, which, notBefore);
  let sent = false;
  try {
    sent = await send();
  } finally {
    if (!sent) await context.limiter.giveBack(rule, subject);
  }
}

/** All that is due to one person, in one mail. */
async function sendJoined(
  context: SendNoticesContext,
  userId: string | null,
  which: Expression<SqlBool>,
): Promise<void> {
  const { clock, settings } = context;
  const now = clock.now();
  const recipient = userId === null ? settings.operatorEmail : await findOwnerInbox(context, userId);
  if (recipient === null) return putOff(context, which, new Date(now + dayMs));
  const write: NoticeMail['write'] = async (db, rows) => {
    const { failureMails, language } = await findOwnTexts(db, userId);
    const told = rows.map((row) => ({ words: wordsSchema.parse(openWords(context, row)), count: row.count }));
    const [first] = told;
    const isSole = first !== undefined && told.length === 1 && first.count === 1;
    return { recipient, userId, ...renderMail(isSole ? first.words : failureMails.joined(told), language) };
  };
  const due = sql<SqlBool>`${which} and due_at <= ${new Date(now)}`;
  const counted = userId === null ? (['operatorNotices', {}] as const) : (['ownerNoticesPerUser', { userId }] as const);
  await sendWithin(context, which, counted, () => sendOne(context, { userId, which: due, max: maxJoined, write }));
}

/** One mail to each inbox of an account, of all that waits for it. Whoever wants no mail of ours gets none. */
async function sendWarnings(context: SendNoticesContext, userId: string, which: Expression<SqlBool>): Promise<void> {
  const { db } = context.database;
  const stopped = db.selectFrom('stoppedAddresses').select('addressHash');
  await sendWithin(context, which, ['securityMailsPerUser', { userId }], async () => {
    await db.deleteFrom('outgoingNotices').where(which).where('inboxHash', 'in', stopped).execute();
    const inboxes = await db.selectFrom('outgoingNotices').select('inboxHash').distinct().where(which).execute();
    let sent = false;
    for (const { inboxHash } of inboxes) {
      const ofInbox = sql<SqlBool>`${which} and inbox_hash = ${inboxHash}`;
      const write: NoticeMail['write'] = (transaction, rows) => writeWarning(context, transaction, userId, rows);
      sent = (await sendOne(context, { userId, which: ofInbox, max: maxWarnings, write })) || sent;
    }
    return sent;
  });
}

/** One to a named address. */
async function sendAlone(
  context: SendNoticesContext,
  userId: string | null,
  which: Expression<SqlBool>,
): Promise<void> {
  const write: NoticeMail['write'] = async (_db, rows) => {
    const [{ recipient, language, ...words }] = soleSchema.parse(rows.map((row) => openWords(context, row)));
    return { recipient, userId, ...renderMail(words, language) };
  };
  await sendOne(context, { userId, which, max: 1, write });
}

/**
 * Tells owners and operators what is due, and erases what nobody could be told for a month. Of one account's trouble the others
 * feel nothing. @throws Error when the database does not answer.
 */
export async function sendNotices(context: SendNoticesContext): Promise<void> {
  const { clock, database, log } = context;
  const now = new Date(clock.now());
  const due = await database.db
    .selectFrom('outgoingNotices')
    // Each that goes alone is one by itself: what is wrong with it holds no other up.
    .select(['userId', 'form', sql<string | null>`case when form = 'alone' then id end`.as('id')])
    .distinct()
    .where('dueAt', '<=', now)
    .limit(accountsAtOnce)
    .execute();
  for (const { userId, form, id } of due) {
    const which = id === null ? isOf(userId, form) : sql<SqlBool>`id = ${id}`;
    try {
      if (id !== null) await sendAlone(context, userId, which);
      else if (form === 'joined') await sendJoined(context, userId, which);
      else if (userId !== null) await sendWarnings(context, userId, which);
    } catch (error) {
      log.error('notice_not_sent', error);
      await putOff(context, which, new Date(now.getTime() + againMs));
    }
  }
  await database.db
    .deleteFrom('outgoingNotices')
    .where('createdAt', '<', new Date(now.getTime() - keptMs))
    .execute();
}

/** Sends them every few seconds, unless all mail is held. Returns how to stop it; settles when nothing is under way. */
export function startNotices(context: SendNoticesContext, hold: { readonly held: boolean }): () => Promise<void> {
  return runEvery(
    everyMs,
    async () => {
      if (!hold.held) await sendNotices(context);
    },
    (error) => context.log.error('notices_not_sent', error),
  );
}
