import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { clientNetwork } from '#core/limits/client-network.ts';
import type { RateLimitRules } from '#core/limits/rate-limit-rules.ts';

/** Whom a rule counts. `text` tells subjects apart; the other two also put the row under its account or network. */
export interface RateLimitSubject {
  readonly text?: string;
  readonly userId?: string;
  /** IP address of the client. */
  readonly ip?: string;
}

export interface RateLimiter {
  /** Counts one use. @throws AppError rate_limited when it is one too many; carries the end of the window. */
  take(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<void>;
  /** Counts one use; false when it is one too many. */
  tryTake(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<boolean>;
}

interface Use {
  readonly within: boolean;
  readonly endsAt: Date;
}

/** Far beyond every `max`, so that a count never overflows its column. */
const countCap = 1_000_000;
/** The end of a window that never ends; inside what ISO 8601 dates and `timestamptz` can hold. */
const never = new Date('9999-12-31T00:00:00Z');

/**
 * Fixed windows counted in PostgreSQL, so that all nodes share them. One upsert counts exactly, also
 * under concurrency. Subjects are stored only as keyed hashes.
 */
export const createRateLimiter = (
  { database, keys, clock, random }: Omit<CoreContext, 'log'>,
  rules: RateLimitRules,
): RateLimiter => {
  const count = async (name: keyof RateLimitRules, subject: RateLimitSubject): Promise<Use> => {
    const rule = rules[name];
    const now = new Date(clock.now());
    const network = subject.ip === undefined ? null : clientNetwork(subject.ip);
    const parts = [rule.action, rule.windowMs, subject.text ?? null, subject.userId ?? null, network];
    const expiredBefore = rule.windowMs === null ? new Date(0) : new Date(now.getTime() - rule.windowMs);
    const expired = sql<boolean>`rate_limits.window_start <= ${expiredBefore}`;
    const row = await database.db
      .insertInto('rateLimits')
      .values({
        id: random.uuid(),
        subjectHash: keys.lookupHash('rate_limits.subject', JSON.stringify(parts)),
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
      .executeTakeFirstOrThrow();
    const endsAt = rule.windowMs === null ? never : new Date(row.windowStart.getTime() + rule.windowMs);
    return { within: row.count <= rule.max, endsAt };
  };
  return {
    async take(rule, subject) {
      const used = await count(rule, subject);
      if (!used.within) throw new AppError('rate_limited', { resetTime: used.endsAt });
    },
    async tryTake(rule, subject) {
      return (await count(rule, subject)).within;
    },
  };
};
