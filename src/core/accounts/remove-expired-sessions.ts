import type { CoreContext } from '#core/core-context.ts';

/** Erases sessions that are over. */
export async function removeExpiredSessions({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db.deleteFrom('sessions').where('expiresAt', '<=', new Date(clock.now())).execute();
}
