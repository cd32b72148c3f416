import type { CoreContext } from '#core/core-context.ts';

/** Erases links that expired unused. Used ones stay: the inbox's owner withdraws through them. */
export const removeOldLinks = async ({ database, clock }: Pick<CoreContext, 'database' | 'clock'>): Promise<void> => {
  await database.db
    .deleteFrom('oneTimeLinks')
    .where('usedAt', 'is', null)
    .where('expiresAt', '<=', new Date(clock.now()))
    .execute();
};
