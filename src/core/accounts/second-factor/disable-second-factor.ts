import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { rotateSession, type HeldSession } from '#core/accounts/rotate-session.ts';
import { useCode } from '#core/accounts/second-factor/use-code.ts';
import { lockAccount } from '#core/targets/lock-account.ts';

/**
 * Turns the second factor off and forgets its secret and recovery codes. Ends all other sessions.
 * @returns the token for the cookie of the session, which was rotated.
 * @throws AppError rate_limited, second_factor_off, wrong_code, not_signed_in.
 */
export async function disableSecondFactor(
  context: AccountContext,
  session: HeldSession,
  code: string,
): Promise<string> {
  const { database, clock, limiter } = context;
  const { userId } = session;
  await limiter.take('identityChecksPerUser', { userId });
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select('totpEnabledAt')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw new AppError('not_signed_in');
    if (user.totpEnabledAt === null) throw new AppError('second_factor_off');
    if (!(await useCode(transaction, context, userId, code))) throw new AppError('wrong_code');
    await transaction
      .updateTable('users')
      .set({ totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null, updatedAt: new Date(clock.now()) })
      .where('id', '=', userId)
      .execute();
    await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    return rotateSession(transaction, context, session);
  });
}
