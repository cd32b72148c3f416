import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { isMissingUserViolation } from '#core/user-row.ts';
import { networkKey } from '#platform/ip.ts';

/** Whom a rule counts. `text` tells subjects apart; the other two also put the row under its account or network. */
export interface RateLimitSubject {
  readonly text?: string;
  readonly userId?: string;
  /** IP address of the client. */
  readonly ip?: string;
}

export interface CountedUse {
  /** Uses in the present window, with this one. */
  readonly count: number;
  /** End of the window. */
  readonly endsAt: Date;
}

/** Far beyond every `max`, so that a count never overflows its column. */
const countCap = 1_000_000;

function networkOf({ networkBits }: OpenRule, { ip }: RateLimitSubject): string | null {
  return ip === undefined ? null : networkKey(ip, networkBits);
}

/** Under which one rule counts one subject. */
export function hashSubject({ keys }: Pick<CoreContext, 'keys'>, rule: OpenRule, subject: RateLimitSubject): Buffer {
  const { action, windowMs } = rule;
  const parts = [action, windowMs, subject.text ?? null, subject.userId ?? null, networkOf(rule, subject)];
  return keys.lookupHash('rate_limits.subject', JSON.stringify(parts));
}

/**
 * Counts one use in a fixed window, which all nodes share. One upsert counts exactly, also under concurrency.
 * Subjects are stored only as keyed hashes.
 * @throws AppError not_signed_in when the account counted is gone.
 */
export async function countUse(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  rule: RateLimitRule,
  subject: RateLimitSubject,
): Promise<CountedUse> {
  const { database, keys, clock, random } = context;
  const now = new Date(clock.now());
  const network = networkOf(rule, subject);
  const expired = sql<boolean>`rate_limits.window_start <= ${new Date(now.getTime() - rule.windowMs)}`;
  const row = await database.db
    .insertInto('rateLimits')
    .values({
      id: random.uuid(),
      subjectHash: hashSubject(context, rule, subject),
      userId: subject.userId ?? null,
      ipAddress: network === null ? null : keys.lookupHash('rate_limits.ip_address', network),
      actionType: rule.action,
      count: 1,
      windowStart: now,
      lastAction: now,
    })
    .onConflict((conflict) =>
      conflict.column('subjectHash').doUpdateSet({
        count: sql<number>`case when ${expired} then 1 else least(rate_limits.count + 1, ${countCap}) end`,
        windowStart: sql<Date>`case when ${expired} then ${now} else rate_limits.window_start end`,
        lastAction: now,
      }),
    )
    .returning(['count', 'windowStart'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isMissingUserViolation(error) ? new AppError('not_signed_in') : error;
    });
  return { count: row.count, endsAt: new Date(row.windowStart.getTime() + rule.windowMs) };
}

type CountedWithin =
  | { readonly granted: true }
  /** When the window ends; null where `amount` never fits. */
  | { readonly granted: false; readonly endsAt: Date | null };

/** A rule whose limit depends on who is counted. */
export type OpenRule = Omit<RateLimitRule, 'max'>;

/**
 * Counts `amount` uses in a fixed window if all of them fit below `max`, else none, so that a refused try
 * costs nothing. One upsert, exact also under concurrency and over all nodes.
 */
export async function countWithin(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  rule: OpenRule,
  subject: RateLimitSubject,
  { amount, max }: { readonly amount: number; readonly max: number },
): Promise<CountedWithin> {
  const { database, keys, clock, random } = context;
  const now = new Date(clock.now());
  const network = networkOf(rule, subject);
  if (amount > max) return { granted: false, endsAt: null };
  const subjectHash = hashSubject(context, rule, subject);
  const expired = sql<boolean>`rate_limits.window_start <= ${new Date(now.getTime() - rule.windowMs)}`;
  const counted = await database.db
    .insertInto('rateLimits')
    .values({
      id: random.uuid(),
      subjectHash,
      userId: subject.userId ?? null,
      ipAddress: network === null ? null : keys.lookupHash('rate_limits.ip_address', network),
      actionType: rule.action,
      count: amount,
      windowStart: now,
      lastAction: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('subjectHash')
        .doUpdateSet({
          count: sql<number>`case when ${expired} then ${amount}::integer else rate_limits.count + ${amount}::integer end`,
          windowStart: sql<Date>`case when ${expired} then ${now} else rate_limits.window_start end`,
          lastAction: now,
        })
        .where(sql<boolean>`${expired} or rate_limits.count + ${amount}::integer <= ${max}::integer`),
    )
    .returning('id')
    .executeTakeFirst();
  if (counted !== undefined) return { granted: true };
  const row = await database.db
    .selectFrom('rateLimits')
    .select('windowStart')
    .where('subjectHash', '=', subjectHash)
    .executeTakeFirst();
  // A row erased in between leaves room from now on.
  return { granted: false, endsAt: row === undefined ? now : new Date(row.windowStart.getTime() + rule.windowMs) };
}
