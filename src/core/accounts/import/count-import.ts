import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { countWithin } from '#core/limits/count-within.ts';
import { rateLimitRules, type RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { importWords } from '#messages/server/answers.ts';

type LimitContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

interface Amount {
  readonly userId: string;
  readonly amount: number;
  /** What to tell when it is too much. */
  readonly message: string;
}

async function count(
  context: LimitContext,
  rule: RateLimitRule & { readonly windowMs: number },
  { userId, amount, message }: Amount,
): Promise<void> {
  if (amount === 0) return;
  const counted = await countWithin(context, rule, { userId }, { amount, max: rule.max });
  if (!counted.granted)
    throw new AppError('rate_limited', { message, ...(counted.endsAt && { resetTime: counted.endsAt }) });
}

/**
 * Counts the addresses that an import found unavailable and the aliases that it made, so that it is no faster way to
 * learn and to take names than making them one by one. @throws AppError rate_limited: it may then tell nothing.
 */
export async function countImport(
  context: LimitContext,
  userId: string,
  { unavailable, created }: { readonly unavailable: number; readonly created: number },
): Promise<void> {
  const { importRefusalsPerUser: refusals, importedAliasesPerUser: aliases } = rateLimitRules;
  const [told, made] = [refusals.max, aliases.max];
  await count(context, refusals, {
    userId,
    amount: unavailable,
    message: importWords.tooManyUnavailable(told),
  });
  await count(context, aliases, {
    userId,
    amount: created,
    message: importWords.tooManyMade(made),
  });
}
