import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import {
  countAllWithin,
  countsOf,
  countUse,
  findEndOf,
  hashSubject,
  isWithin,
  takeBack,
  type CountedUse,
  type RateLimitSubject,
} from '#core/limits/count-use.ts';
import type { RateLimitRule, RateLimitRules } from '#core/limits/rate-limit-rules.ts';
import type { Db } from '#database/database.ts';
import { BoundedMap } from '#platform/bounded-map.ts';

/** What a rule has left for a subject after one use. */
export interface RateLimitState {
  readonly rule: RateLimitRule;
  readonly remaining: number;
  /** End of the window. */
  readonly endsAt: Date;
}

export interface RateLimiter {
  /** Counts one use. @throws AppError rate_limited when it is one too many; carries the end of the window. */
  take(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<void>;
  /** Counts one use; false when it is one too many. `db`: a transaction of what is counted, so that both are there or neither. */
  tryTake(rule: keyof RateLimitRules, subject: RateLimitSubject, db?: Db): Promise<boolean>;
  /** When there is room for another use; null: now. Counts nothing. */
  findEnd(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<Date | null>;
  /** Whether another use would be within the rule; counts nothing. */
  hasLeft(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<boolean>;
  /** SQL: the same, as part of a statement. */
  mayUse(rule: keyof RateLimitRules, subject: RateLimitSubject): RawBuilder<boolean>;
  /** Counts one use, unless it is one too many: then it answers when there is room, and counts nothing. */
  reserve(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<Date | null>;
  /** Takes back one use that was counted. */
  giveBack(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<void>;
  /** Counts one use and never refuses: beyond `max` it waits, longer with each use, at most 2 seconds. */
  slowDown(rule: keyof RateLimitRules, subject: RateLimitSubject): Promise<void>;
  /** Starts the count of a subject anew. Not of networks, which are not one person's. */
  forget(rule: keyof RateLimitRules, subject: Omit<RateLimitSubject, 'ip'>): Promise<void>;
  /**
   * What each `take` within `work` left. The other ways of counting stay untold: they may count what
   * several people do.
   */
  observe(work: () => Promise<void>): Promise<readonly RateLimitState[]>;
}

const slowDownFirstMs = 125;
const slowDownMaxMs = 2000;
/** Who was refused is refused again without asking the database, so that a flood of tries costs others little. Short, as other nodes may give uses back. */
const refusedAgainMs = 1000;
const rememberedRefusals = 10_000;

function keyOf({ subjectHash }: { readonly subjectHash: Buffer }): string {
  return subjectHash.toString('base64');
}

/** Limits by the rules, counted in PostgreSQL. `wait`: how to slow down. */
export function createRateLimiter(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  rules: RateLimitRules,
  wait: (ms: number) => Promise<void> = waitFor,
): RateLimiter {
  const { clock } = context;
  const observed = new AsyncLocalStorage<RateLimitState[]>();
  const refusals = new BoundedMap<CountedUse>({ max: rememberedRefusals, expiry: { clock, ttlMs: refusedAgainMs } });
  /** Remembers who was refused by the network he came from: what accounts and the program itself do is no flood. */
  const useOrRefuseAgain = async (rule: RateLimitRule, subject: RateLimitSubject): Promise<CountedUse> => {
    if (subject.ip === undefined) return countUse(context, rule, subject);
    for (const count of countsOf(context, rule, subject)) {
      const refusal = refusals.get(keyOf(count));
      if (refusal !== undefined) return refusal;
    }
    const counted = await countUse(context, rule, subject);
    const leftMs = counted.endsAt.getTime() - clock.now();
    if (counted.remaining < 0) refusals.set(keyOf(counted), counted, Math.min(refusedAgainMs, leftMs));
    return counted;
  };
  const findEnd: RateLimiter['findEnd'] = (name, subject) =>
    findEndOf(context, rules[name], countsOf(context, rules[name], subject), rules[name].max);
  return {
    async take(name, subject) {
      const rule = rules[name];
      const { remaining, endsAt } = await useOrRefuseAgain(rule, subject);
      observed.getStore()?.push({ rule, remaining: Math.max(0, remaining), endsAt });
      if (remaining < 0) throw new AppError('rate_limited', { resetTime: endsAt });
    },
    async tryTake(name, subject, db = context.database.db) {
      return (await countUse({ ...context, database: { db } }, rules[name], subject)).remaining >= 0;
    },
    findEnd,
    hasLeft: async (name, subject) => (await findEnd(name, subject)) === null,
    mayUse: (name, subject) => isWithin(context, rules[name], countsOf(context, rules[name], subject)),
    async reserve(name, subject) {
      const rule = rules[name];
      const counted = await countAllWithin(context, [{ rule, subject, amount: 1, max: rule.max }]);
      return counted.granted ? null : counted.endsAt;
    },
    async giveBack(name, subject) {
      const counts = countsOf(context, rules[name], subject).map((count) => ({ ...count, amount: 1 }));
      await takeBack(context, counts);
      for (const count of counts) refusals.delete(keyOf(count));
    },
    async slowDown(name, subject) {
      const tooMany = -(await countUse(context, rules[name], subject)).remaining;
      if (tooMany > 0) await wait(Math.min(slowDownMaxMs, slowDownFirstMs * 2 ** (tooMany - 1)));
    },
    async forget(name, subject) {
      const subjectHash = hashSubject(context, rules[name], subject);
      await context.database.db.deleteFrom('rateLimits').where('subjectHash', '=', subjectHash).execute();
    },
    async observe(work) {
      const states: RateLimitState[] = [];
      await observed.run(states, work);
      return states;
    },
  };
}

/** Erases counts whose window is over. */
export async function removeOldCounts(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  rules: Readonly<Record<string, Pick<RateLimitRule, 'action' | 'windowMs'>>>,
): Promise<void> {
  for (const { action, windowMs } of Object.values(rules)) {
    await database.db
      .deleteFrom('rateLimits')
      .where('actionType', '=', action)
      .where('windowStart', '<=', new Date(clock.now() - windowMs))
      .execute();
  }
}
