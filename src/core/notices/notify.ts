import { sql } from 'kysely';
import { findOwnTexts } from '#core/account-language.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countUse, type RateLimitSubject } from '#core/limits/count-use.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { type NoticeKind, noticeKinds, type NoticeValues } from '#core/notices/notice-kinds.ts';
import type { Db } from '#database/database.ts';

export interface NoticeSettings {
  /** Origin without a trailing slash; links in mails start with it. */
  readonly publicUrl: string;
  /** Who hears what is wrong with the installation, and who waits; null: nobody, as in preview. */
  readonly operatorEmail: string | null;
}

export interface NoticeContext extends Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> {
  readonly settings: NoticeSettings;
}

export interface Notice<Kind extends NoticeKind> {
  readonly kind: Kind;
  /** Whom to tell, and in whose language; null: the operator. */
  readonly userId: string | null;
  readonly values: NoticeValues[Kind];
  /** Where it goes, of a kind that is told to a named address. */
  readonly recipient?: string;
  /** What the pace of its kind counts. */
  readonly subject?: RateLimitSubject;
  /** In the place of how long its kind waits. */
  readonly waitMs?: number;
}

export function wordsContext(id: string) {
  return { field: 'notices.words', rowId: id };
}

/**
 * Stores what somebody is to be told: neither a kill nor a full day loses it, and it is told once. `db`: the transaction of its cause. False when
 * it is told already, as often as its kind may be, or there is nobody to tell.
 * @throws Error when the database does not take it.
 */
export function notify<Kind extends NoticeKind>(
  context: NoticeContext,
  notice: Notice<Kind>,
  db: Db = context.database.db,
): Promise<boolean> {
  return db.isTransaction
    ? notifyWithin(context, notice, db)
    : db.transaction().execute((transaction) => notifyWithin(context, notice, transaction));
}

async function notifyWithin<Kind extends NoticeKind>(
  context: NoticeContext,
  { kind, userId, values, recipient, subject = {}, waitMs: wait }: Notice<Kind>,
  db: Db,
): Promise<boolean> {
  const { clock, keys, random, settings } = context;
  const { to, form, pace, outlives, waitMs = 0, words } = noticeKinds[kind];
  if (to === 'operator' && settings.operatorEmail === null) return false;
  if (pace !== undefined) {
    const { remaining } = await countUse({ ...context, database: { db } }, rateLimitRules[pace], subject);
    if (remaining < 0) return false;
  }
  const id = random.uuid();
  const texts = await findOwnTexts(db, userId);
  const said = words(texts, settings.publicUrl)(...values);
  const text = JSON.stringify(recipient === undefined ? said : { ...said, recipient, language: texts.language });
  const holder = outlives === true ? null : userId;
  const now = clock.now();
  const { numAffectedRows } = await sql`
    insert into outgoing_notices (id, form, user_id, words_hash, words_sealed, due_at, created_at)
    select ${id}::uuid, ${form}, ${holder}::uuid, ${keys.lookupHash('notices.words', `${userId ?? ''} ${text}`)}::bytea,
      ${keys.seal(wordsContext(id), text)}::bytea, ${new Date(now + (wait ?? waitMs))}::timestamptz, ${new Date(now)}::timestamptz
    where ${userId}::uuid is null or exists (select from users where id = ${userId} for key share)
    on conflict (words_hash) do update set count = outgoing_notices.count + 1`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
