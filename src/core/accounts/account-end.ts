import { limits } from '#contract/limits.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';

/** How long an account waits to be confirmed. */
export const unconfirmedLifeMs = limits.unconfirmedAccountDays * 24 * 60 * 60 * 1000;

/** When an account ends unless its owner confirms the email; null: never. A service that confirms no inboxes ends none. */
export async function findAccountEnd(
  { database, settings }: Pick<TargetContext, 'database' | 'settings'>,
  userId: string,
): Promise<Date | null> {
  if (settings.targetConfirmation === 'off') return null;
  const user = await selectUnconfirmed(database.db).where('users.id', '=', userId).executeTakeFirst();
  return user === undefined ? null : new Date(user.unconfirmedSince.getTime() + unconfirmedLifeMs);
}
