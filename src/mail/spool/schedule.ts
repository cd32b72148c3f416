import { sql, type Expression, type RawBuilder } from 'kysely';
import type { MailLimits } from '#mail/mail-limits.ts';

/** SQL: a time on the database's clock, `ms` milliseconds from now. */
export const fromNow = (ms: number): RawBuilder<Date> => sql<Date>`(now() + ${ms}::float8 * interval '1 millisecond')`;

/** SQL: when to try again after `attempts` (≥ 1) attempts, the last of them now. */
export const nextAttemptAt = (limits: MailLimits, attempts: Expression<number>): RawBuilder<Date> => {
  const { retryDelaysMs, retryJitter } = limits;
  const delayMs = sql`(${[...retryDelaysMs]}::float8[])[least(${attempts}, ${retryDelaysMs.length}::int)]`;
  return sql<Date>`(now() + ${delayMs} * (1 + ${retryJitter}::float8 * (2 * random() - 1)) * interval '1 millisecond')`;
};
