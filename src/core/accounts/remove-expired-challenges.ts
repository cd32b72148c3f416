import type { CoreContext } from '#core/core-context.ts';

/** Erases wallet challenges that nobody answered in time. */
export async function removeExpiredChallenges({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db.deleteFrom('walletChallenges').where('expiresAt', '<=', new Date(clock.now())).execute();
}
