import type { CoreContext } from '#core/core-context.ts';

/** Ends all sessions of an account but the one that asks. */
export async function endOtherSessions(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  currentId: string,
): Promise<void> {
  await database.db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', currentId).execute();
}
