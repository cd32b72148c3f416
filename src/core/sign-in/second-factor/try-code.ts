import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { countFailedProof } from '#core/security/failed-proofs.ts';
import { isTotpCode } from '#core/sign-in/second-factor/codes.ts';

interface CodeTry {
  readonly userId: string;
  /** What came along, if anything. */
  readonly code: string | undefined;
}

type TryContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> & { readonly limiter: RateLimiter };

/** What six digits may be guessed at, over all networks: three of a million are right at a time. */
const rules = ['wrongCodesHourly', 'wrongCodesMonthly'] as const;

/** Counts a code before it is looked at, so that those tried at once are counted, too. @throws AppError second_factor_locked. */
async function countTry({ limiter }: TryContext, userId: string): Promise<void> {
  for (const [index, rule] of rules.entries()) {
    const resetTime = await limiter.reserve(rule, { userId });
    if (resetTime === null) continue;
    for (const taken of rules.slice(0, index)) await limiter.giveBack(taken, { userId });
    throw new AppError('second_factor_locked', { resetTime });
  }
}

/** Lets codes from an authenticator app be tried again: what was guessed at is another secret, or its owner has shown another proof. */
export async function forgetWrongCodes({ limiter }: Pick<TryContext, 'limiter'>, userId: string): Promise<void> {
  for (const rule of rules) await limiter.forget(rule, { userId });
}

/** Whether codes from an authenticator app are refused for now. */
export async function isLocked({ limiter }: Pick<TryContext, 'limiter'>, userId: string): Promise<boolean> {
  for (const rule of rules) if (!(await limiter.hasLeft(rule, { userId }))) return true;
  return false;
}

/**
 * Does what takes a code of an account's second factor. Six digits count against what may be guessed unless they turn
 * out to be right; recovery codes do not, as nobody guesses 60 bits, and one that works ends the lock. Only behind the right
 * password, or a stranger could lock the account. Not within a transaction.
 * @throws AppError second_factor_locked, and what the work throws.
 */
export async function tryCode<Result>(
  context: TryContext,
  { userId, code }: CodeTry,
  work: () => Promise<Result>,
): Promise<Result> {
  if (code === undefined) return work();
  if (!isTotpCode(code)) {
    const result = await work();
    await forgetWrongCodes(context, userId);
    return result;
  }
  await countTry(context, userId);
  try {
    const result = await work();
    for (const rule of rules) await context.limiter.giveBack(rule, { userId });
    return result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_code')
      await countFailedProof(context, { tried: userId, userId });
    else for (const rule of rules) await context.limiter.giveBack(rule, { userId });
    throw error;
  }
}
