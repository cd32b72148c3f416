import type { SecondFactorStart } from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { describeTotp, totpSecretBytes, totpSecretContext } from '#core/accounts/second-factor/totp.ts';
import { userEmailContext } from '#core/accounts/user-email.ts';

/**
 * Gives an account a new secret for an authenticator app. Nothing is asked for until `enableSecondFactor`; starting
 * again replaces the secret.
 * @throws AppError not_signed_in, second_factor_on, password_missing: only sign-in by password asks for codes.
 */
export async function startSecondFactor(
  { database, keys, random, settings }: Pick<AccountContext, 'database' | 'keys' | 'random' | 'settings'>,
  userId: string,
): Promise<SecondFactorStart> {
  const secret = random.bytes(totpSecretBytes);
  const user = await database.db
    .updateTable('users')
    .set({ totpSecretSealed: keys.seal(totpSecretContext(userId), secret), totpLastStep: null })
    .where('id', '=', userId)
    .where('passwordHash', 'is not', null)
    .where('totpEnabledAt', 'is', null)
    .returning('emailSealed')
    .executeTakeFirst();
  if (user === undefined) {
    const { totpEnabledAt } = await database.db
      .selectFrom('users')
      .select('totpEnabledAt')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
    throw new AppError(totpEnabledAt === null ? 'password_missing' : 'second_factor_on');
  }
  const issuer = new URL(settings.publicUrl).host;
  const label = user.emailSealed === null ? issuer : keys.open(userEmailContext(userId), user.emailSealed).toString();
  return describeTotp(secret, { issuer, label });
}
