import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { countFailedProof } from '#core/security/failed-proofs.ts';
import { findKnownDevice, listKnownDevices } from '#core/security/known-devices.ts';
import { isTotpCode } from '#core/sign-in/second-factor/codes.ts';

interface CodeTry {
  readonly userId: string;
  /** What came along, if anything. */
  readonly code: string | undefined;
  /** The cookie of the browser that it was typed in, where there is one. */
  readonly deviceToken?: string | null | undefined;
}

type TryContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> & { readonly limiter: RateLimiter };

/** What six digits may be guessed at, over all networks: three of a million are right at a time. */
const rules = ['wrongCodesHourly', 'wrongCodesMonthly'] as const;

/** What tries are counted in. */
type Allowance = readonly {
  readonly rule: keyof typeof rateLimitRules;
  readonly subject: { readonly userId: string; readonly text?: string };
}[];

function ofEverybody(userId: string): Allowance {
  return rules.map((rule) => ({ rule, subject: { userId } }));
}

/**
 * In a browser that its owner signed in by, which strangers do not have: what they guess elsewhere does not shut it out. All of
 * them together have an end, too: who knew the password before there was a second factor may have signed in by many.
 */
function ofBrowser(userId: string, text: string): Allowance {
  return [
    { rule: 'wrongCodesByBrowserHourly', subject: { userId, text } },
    { rule: 'wrongCodesByBrowserMonthly', subject: { userId, text } },
    { rule: 'wrongCodesByBrowsersMonthly', subject: { userId } },
  ];
}

async function giveBack({ limiter }: TryContext, allowance: Allowance): Promise<void> {
  for (const { rule, subject } of allowance) await limiter.giveBack(rule, subject);
}

/** Counts a try; when there is room for it, where there is none now: then it counts nothing. */
async function reserve(context: TryContext, allowance: Allowance): Promise<Date | null> {
  for (const [index, { rule, subject }] of allowance.entries()) {
    const resetTime = await context.limiter.reserve(rule, subject);
    if (resetTime === null) continue;
    await giveBack(context, allowance.slice(0, index));
    return resetTime;
  }
  return null;
}

/**
 * Counts a code before it is looked at, so that those tried at once are counted, too: in what its browser has for itself, and
 * beyond that in what everybody has together. @throws AppError second_factor_locked.
 */
async function countTry(context: TryContext, { userId, deviceToken }: CodeTry): Promise<Allowance> {
  const browser = await findKnownDevice(context, userId, deviceToken);
  const allowances = [...(browser === null ? [] : [ofBrowser(userId, browser)]), ofEverybody(userId)];
  const resetTimes: number[] = [];
  for (const allowance of allowances) {
    const resetTime = await reserve(context, allowance);
    if (resetTime === null) return allowance;
    resetTimes.push(resetTime.getTime());
  }
  throw new AppError('second_factor_locked', { resetTime: new Date(Math.min(...resetTimes)) });
}

/** Lets codes from an authenticator app be tried again: what was guessed at is another secret, or its owner has shown another proof. */
export async function forgetWrongCodes(
  { database, limiter }: Pick<TryContext, 'database' | 'limiter'>,
  userId: string,
): Promise<void> {
  const browsers = await listKnownDevices(database.db, userId);
  const counts = [ofEverybody(userId), ...browsers.map((browser) => ofBrowser(userId, browser))];
  for (const { rule, subject } of counts.flat()) await limiter.forget(rule, subject);
}

/** Whether codes from an authenticator app are refused for now, but for browsers that the account knows. */
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
  tried: CodeTry,
  work: () => Promise<Result>,
): Promise<Result> {
  const { userId, code } = tried;
  if (code === undefined) return work();
  if (!isTotpCode(code)) {
    const result = await work();
    await forgetWrongCodes(context, userId);
    return result;
  }
  const allowance = await countTry(context, tried);
  try {
    const result = await work();
    await giveBack(context, allowance);
    return result;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_code')
      await countFailedProof(context, { tried: userId, userId });
    else await giveBack(context, allowance);
    throw error;
  }
}
