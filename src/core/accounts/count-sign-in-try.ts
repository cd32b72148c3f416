import type { RateLimiter } from '#core/limits/rate-limiter.ts';

interface Limits {
  readonly limiter: RateLimiter;
}

function nameOf(emailHash: Buffer): string {
  return emailHash.toString('hex');
}

/** Counts one try to sign in by email, at any step of it. @throws AppError rate_limited. */
export async function countSignInTry({ limiter }: Limits, emailHash: Buffer, ip: string): Promise<void> {
  const text = nameOf(emailHash);
  await limiter.take('signInPerNetwork', { ip });
  await limiter.take('signInPerEmail', { text, ip });
  await limiter.slowDown('signInTriesPerEmail', { text });
}

/** After a sign-in: the next one need not wait. */
export function forgetSignInTries({ limiter }: Limits, emailHash: Buffer): Promise<void> {
  return limiter.forget('signInTriesPerEmail', { text: nameOf(emailHash) });
}
