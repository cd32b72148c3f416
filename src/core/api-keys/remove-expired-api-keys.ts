import type { CoreContext } from '#core/core-context.ts';

/** So long an expired key stays in the list of its owner, who may wonder why a program is refused. */
const shownMs = 30 * 24 * 60 * 60 * 1000;

/** Erases API keys that expired 30 days ago. */
export async function removeExpiredApiKeys({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('apiKeys')
    .where('expiresAt', '<=', new Date(clock.now() - shownMs))
    .execute();
}
