import { removeUser } from '#core/accounts/remove-user.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Deletes an account with all that is stored about it, in one transaction. What stays: the tombstones of its aliases,
 * which name nobody. Bodies of its waiting mail have lost their deliveries and are erased by the next sweep.
 */
export function deleteAccount(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider'>,
  userId: string,
): Promise<void> {
  return context.database.db.transaction().execute((transaction) => removeUser(transaction, context, userId));
}
