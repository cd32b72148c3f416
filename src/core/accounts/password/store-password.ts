import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

/** Replaces an account's password; links to choose one that are still on their way stop working. */
export async function storePassword(
  db: Db,
  { clock }: Pick<CoreContext, 'clock'>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const updatedAt = new Date(clock.now());
  await db.updateTable('users').set({ passwordHash, updatedAt }).where('id', '=', userId).execute();
  await db.deleteFrom('oneTimeLinks').where('userId', '=', userId).where('purpose', '=', 'reset_password').execute();
}
