import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { rotateSession, type HeldSession } from '#core/accounts/rotate-session.ts';
import { replaceRecoveryCodes } from '#core/accounts/second-factor/recovery-codes.ts';
import { findTotpStep, totpSecretContext } from '#core/accounts/second-factor/totp.ts';
import { lockAccount } from '#core/targets/lock-account.ts';

export interface NewRecoveryCodes {
  /** To be shown once. */
  readonly recoveryCodes: string[];
  /** For the cookie of the session, which was rotated. */
  readonly token: string;
}

/**
 * Turns the second factor on, once a first code has shown that the authenticator app holds the secret. That code is
 * used up. Ends all other sessions.
 * @throws AppError rate_limited, second_factor_on, wrong_code, not_signed_in.
 */
export async function enableSecondFactor(
  context: AccountContext,
  session: HeldSession,
  code: string,
): Promise<NewRecoveryCodes> {
  const { database, keys, clock, limiter } = context;
  const { userId } = session;
  await limiter.take('identityChecksPerUser', { userId });
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select(['totpSecretSealed', 'totpEnabledAt'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw new AppError('not_signed_in');
    if (user.totpEnabledAt !== null) throw new AppError('second_factor_on');
    const secret = user.totpSecretSealed && keys.open(totpSecretContext(userId), user.totpSecretSealed);
    const step = secret && findTotpStep(secret, code.replaceAll(/\s/g, ''), clock.now());
    if (step === null) throw new AppError('wrong_code');
    const now = new Date(clock.now());
    await transaction
      .updateTable('users')
      .set({ totpEnabledAt: now, totpLastStep: String(step), updatedAt: now })
      .where('id', '=', userId)
      .execute();
    const recoveryCodes = await replaceRecoveryCodes(transaction, context, userId);
    return { recoveryCodes, token: await rotateSession(transaction, context, session) };
  });
}
