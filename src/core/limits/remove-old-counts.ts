import type { CoreContext } from '#core/core-context.ts';
import type { RateLimitRule } from '#core/limits/rate-limit-rules.ts';

/** Erases counts whose window is over. Counts that hold for ever stay. */
export async function removeOldCounts(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  rules: Readonly<Record<string, Pick<RateLimitRule, 'action' | 'windowMs'>>>,
): Promise<void> {
  for (const { action, windowMs } of Object.values(rules)) {
    if (windowMs === null) continue;
    await database.db
      .deleteFrom('rateLimits')
      .where('actionType', '=', action)
      .where('windowStart', '<=', new Date(clock.now() - windowMs))
      .execute();
  }
}
