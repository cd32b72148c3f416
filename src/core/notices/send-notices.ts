import { type Expression, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { languages } from '#contract/account/languages.ts';
import { findOwnTexts } from '#core/account-language.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countAllWithin } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { type NoticeContext, wordsContext } from '#core/notices/notify.ts';
import { writeWarning } from '#core/notices/write-warning.ts';
import { renderMail } from '#core/render-mail.ts';
import type { SystemMail, SystemMailer } from '#core/system-mail.ts';
import { findOwnerInbox } from '#core/targets/owner-inbox.ts';
import type { Db } from '#database/database.ts';
import { runEvery } from '#platform/run-every.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Nobody could be told for so long: it is erased. */
const keptMs = 30 * dayMs;
/** After a fault. */
const againMs = 60 * 1000;
/** Accounts that one round writes to. */
const accountsAtOnce = 100;
/** Notices that one mail tells; the next one tells the rest. */
const maxJoined = 50;
const maxWarnings = 10_000;

export interface SendNoticesContext extends NoticeContext, Pick<CoreContext, 'log'> {
  readonly mailer: SystemMailer;
}

const wordsSchema = z.object({
  subject: z.string(),
  paragraphs: z.array(z.union([z.string(), z.object({ link: z.string() })])),
});
const namedSchema = wordsSchema.extend({ recipient: z.string(), language: z.enum(languages) });

interface WaitingNotice {
  readonly id: string;
  readonly wordsSealed: Buffer;
  readonly count: number;
  readonly inboxHash: Buffer | null;
}

function openWords({ keys }: SendNoticesContext, { id, wordsSealed }: WaitingNotice): unknown {
  return JSON.parse(keys.open(wordsContext(id), wordsSealed).toString());
}

interface Sending {
  /** Null: the operator. */
  readonly userId: string | null;
  /** SQL: the notices that are told. */
  readonly which: Expression<SqlBool>;
  readonly max: number;
  /** How many times a day; null: each has a pace of its own. */
  readonly daily: keyof typeof rateLimitRules | null;
  readonly write: (db: Db, rows: readonly WaitingNotice[]) => Promise<readonly SystemMail[]>;
}

/**
 * Sends notices in the transaction that counts and erases them: a kill tells neither nothing nor twice, and of several processes one tells.
 * What comes beyond the limit of a day waits.
 */
function send(context: SendNoticesContext, { userId, which, max, daily, write }: Sending): Promise<void> {
  return context.database.db.transaction().execute(async (db) => {
    // The account before its notices: in the order of whoever changes both.
    if (userId !== null) await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
    const waiting = db.selectFrom('outgoingNotices').select(['id', 'wordsSealed', 'count', 'inboxHash']).where(which);
    const rows = await waiting.orderBy('createdAt').limit(max).forUpdate().skipLocked().execute();
    const ids = rows.map(({ id }) => id);
    if (rows.length === 0) return;
    if (daily !== null) {
      const subject = userId === null ? {} : { userId };
      const rule = rateLimitRules[daily];
      const counted = await countAllWithin({ ...context, database: { db } }, [
        { rule, subject, amount: 1, max: rule.max },
      ]);
      if (!counted.granted) {
        const dueAt = counted.endsAt ?? new Date(context.clock.now() + dayMs);
        await db.updateTable('outgoingNotices').set({ dueAt }).where('id', 'in', ids).execute();
        return;
      }
    }
    for (const mail of await write(db, rows)) await context.mailer.send(mail, db);
    await db.deleteFrom('outgoingNotices').where('id', 'in', ids).execute();
  });
}

async function putOff({ clock, database }: SendNoticesContext, which: Expression<SqlBool>, dueAt: Date): Promise<void> {
  const due = database.db.updateTable('outgoingNotices').where('dueAt', '<=', new Date(clock.now()));
  await due.set({ dueAt }).where(which).execute();
}

/** All that is due to one person, in one mail. */
async function sendJoined(context: SendNoticesContext, { userId, which }: DueNotices): Promise<void> {
  const { clock, settings } = context;
  const now = clock.now();
  const recipient = userId === null ? settings.operatorEmail : await findOwnerInbox(context, userId);
  if (recipient === null) return putOff(context, which, new Date(now + dayMs));
  await send(context, {
    userId,
    which: sql`${which} and due_at <= ${new Date(now)}`,
    max: maxJoined,
    daily: userId === null ? 'operatorNotices' : 'ownerNoticesPerUser',
    write: async (db, rows) => {
      const { failureMails, language } = await findOwnTexts(db, userId);
      const told = rows.map((row) => ({ words: wordsSchema.parse(openWords(context, row)), count: row.count }));
      const [first] = told;
      const isSole = first !== undefined && told.length === 1 && first.count === 1;
      return [{ recipient, userId, ...renderMail(isSole ? first.words : failureMails.joined(told), language) }];
    },
  });
}

/** One mail to each inbox of an account, of all that waits for it. Whoever wants no mail of ours gets none. */
async function sendWarnings(context: SendNoticesContext, { userId, which }: DueNotices): Promise<void> {
  const { db } = context.database;
  if (userId === null) return;
  const stopped = db.selectFrom('stoppedAddresses').select('addressHash');
  await db.deleteFrom('outgoingNotices').where(which).where('inboxHash', 'in', stopped).execute();
  await send(context, {
    userId,
    which,
    max: maxWarnings,
    daily: 'securityMailsPerUser',
    write: async (transaction, rows) => {
      const inboxes = Map.groupBy(rows, ({ inboxHash }) => inboxHash?.toString('hex'));
      const mails: SystemMail[] = [];
      for (const own of inboxes.values()) mails.push(await writeWarning(context, transaction, userId, own));
      return mails;
    },
  });
}

/** One to a named address. */
function sendAlone(context: SendNoticesContext, { userId, which }: DueNotices): Promise<void> {
  const write: Sending['write'] = async (_db, rows) =>
    rows.map((row) => {
      const { recipient, language, ...words } = namedSchema.parse(openWords(context, row));
      return { recipient, userId, ...renderMail(words, language) };
    });
  return send(context, { userId, which, max: 1, daily: null, write });
}

interface DueNotices {
  readonly userId: string | null;
  /** SQL: those of this person, or the one that goes alone. */
  readonly which: Expression<SqlBool>;
}

const senders = { joined: sendJoined, warning: sendWarnings, alone: sendAlone };

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
    const all = sql<SqlBool>`form = ${form} and user_id is not distinct from ${userId}::uuid`;
    const which = id === null ? all : sql<SqlBool>`id = ${id}`;
    try {
      await senders[form](context, { userId, which });
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

/** How many notices should have been told by now, and for how long the oldest (s): while a worker runs, for seconds. */
export async function readDueNotices(db: Db): Promise<{ readonly due: number; readonly overdueS: number }> {
  const { rows } = await sql<{ readonly due: number; readonly overdueS: number }>`
    select count(*)::int as due, coalesce(extract(epoch from max(now() - due_at)), 0)::int as overdue_s
    from outgoing_notices where due_at <= now()`.execute(db);
  return rows[0] ?? { due: 0, overdueS: 0 };
}

/** Sends them every few seconds, unless all mail is held. Returns how to stop it; settles when nothing is under way. */
export function startNotices(
  context: SendNoticesContext,
  { hold, everyMs }: { readonly hold: { readonly held: boolean }; readonly everyMs: number },
): () => Promise<void> {
  return runEvery(
    everyMs,
    async () => {
      if (!hold.held) await sendNotices(context);
    },
    (error) => context.log.error('notices_not_sent', error),
  );
}
