import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';

type FailureContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'> & {
  readonly limiter: RateLimiter;
};

interface FailedProof {
  /** What was tried: an email, by its hash, or an account. */
  readonly tried: string;
  /** Null: no account is behind it. */
  readonly userId: string | null;
}

/**
 * Counts a wrong password or code; the fifth within a day is told to the owner, once a day. The same steps are taken where no
 * account is behind it, so that their time tells nothing.
 */
export async function countFailedProof(context: FailureContext, { tried: text, userId }: FailedProof): Promise<void> {
  const { limiter, database } = context;
  if (await limiter.tryTake('failedProofs', { text })) return;
  if (!(await limiter.tryTake('failedProofNotices', { text })) || userId === null) return;
  await recordSecurityEvent(database.db, context, userId, { kind: 'five_failures' });
}
