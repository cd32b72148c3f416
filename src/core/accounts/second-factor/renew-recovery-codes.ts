import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { rotateSession, type HeldSession } from '#core/accounts/rotate-session.ts';
import type { NewRecoveryCodes } from '#core/accounts/second-factor/enable-second-factor.ts';
import { replaceRecoveryCodes } from '#core/accounts/second-factor/recovery-codes.ts';
import { lockAccount } from '#core/targets/lock-account.ts';

/**
 * New recovery codes in place of all old ones. Ends all other sessions.
 * @throws AppError second_factor_off, not_signed_in.
 */
export function renewRecoveryCodes(
  context: Pick<AccountContext, 'database' | 'keys' | 'random'>,
  session: HeldSession,
): Promise<NewRecoveryCodes> {
  return context.database.db.transaction().execute(async (transaction) => {
    const { userId } = session;
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('totpEnabledAt', 'is not', null)
      .executeTakeFirst();
    if (user === undefined) throw new AppError('second_factor_off');
    const recoveryCodes = await replaceRecoveryCodes(transaction, context, userId);
    return { recoveryCodes, token: await rotateSession(transaction, context, session) };
  });
}
