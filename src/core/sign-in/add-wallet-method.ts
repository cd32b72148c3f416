import { AppError } from '#contract/errors.ts';
import { rotateSession, type HeldSession } from '#core/sign-in/sessions.ts';
import type { CoreContext } from '#core/core-context.ts';
import { userWalletContext, userWalletHash, lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { exactErrors } from '#messages/server/errors.ts';

type AddMethodContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

async function addMethod(db: Db, context: AddMethodContext, address: string, session: HeldSession): Promise<string> {
  const { keys, clock } = context;
  await lockAccount(db, session.userId);
  const linked = await db
    .updateTable('users')
    .set({
      walletAddressSealed: keys.seal(userWalletContext(session.userId), address),
      walletAddressHash: userWalletHash(keys, address),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', session.userId)
    .where('walletAddressHash', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (linked === undefined) throw new AppError('method_taken', { message: exactErrors.hasWallet });
  return rotateSession(db, context, session);
}

/**
 * Makes a verified wallet a way into this account, ends its other sessions and returns the session's new token.
 * @throws AppError method_taken, not_signed_in.
 */
export async function addWalletMethod(
  context: AddMethodContext,
  address: string,
  session: HeldSession,
): Promise<string> {
  try {
    return await context.database.db.transaction().execute((db) => addMethod(db, context, address, session));
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('method_taken') : error;
  }
}
