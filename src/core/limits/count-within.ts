import { sql } from 'kysely';
import type { CoreContext } from '#core/core-context.ts';
import { hashSubject, type RateLimitSubject } from '#core/limits/count-use.ts';
import type { RateLimitRule } from '#core/limits/rate-limit-rules.ts';

export type CountedWithin =
  | { readonly granted: true }
  /** When the window ends; null where `amount` never fits. */
  | { readonly granted: false; readonly endsAt: Date | null };

/** A rule whose limit depends on who is counted. */
export interface OpenRule extends Pick<RateLimitRule, 'action'> {
  readonly windowMs: number;
}

/**
 * Counts `amount` uses of an account in a fixed window if all of them fit below `max`, else none, so that a refused try
 * costs nothing. One upsert, exact also under concurrency and over all nodes.
 */
export async function countWithin(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  rule: OpenRule,
  subject: RateLimitSubject & { readonly userId: string },
  { amount, max }: { readonly amount: number; readonly max: number },
): Promise<CountedWithin> {
  const { database, clock, random } = context;
  const now = new Date(clock.now());
  if (amount > max) return { granted: false, endsAt: null };
  const subjectHash = hashSubject(context, rule, subject);
  const expired = sql<boolean>`rate_limits.window_start <= ${new Date(now.getTime() - rule.windowMs)}`;
  const counted = await database.db
    .insertInto('rateLimits')
    .values({
      id: random.uuid(),
      subjectHash,
      userId: subject.userId,
      ipAddress: null,
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
