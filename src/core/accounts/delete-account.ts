import { removeUser } from '#core/accounts/remove-user.ts';
import type { CoreContext } from '#core/core-context.ts';

/**
 * Deletes an account with all that is stored about it, in one transaction. What stays: the tombstones of its aliases,
 * which name nobody. Bodies of its waiting mail have lost their deliveries and are erased by the next sweep.
 */
export const deleteAccount = (
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
): Promise<void> =>
  context.database.db.transaction().execute((transaction) => removeUser(transaction, context, userId));
