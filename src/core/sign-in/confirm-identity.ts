import { AppError } from '#contract/errors.ts';
import type { PasskeyProof } from '#contract/account/passkeys.ts';
import type { ConfirmIdentityInput } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { checkSecondFactor, factorColumns } from '#core/sign-in/second-factor/codes.ts';
import { noteUse } from '#core/sign-in/passkeys/passkeys.ts';
import { verifyAssertion } from '#core/sign-in/passkeys/verify-passkey.ts';
import { forgetWrongCodes, tryCode } from '#core/sign-in/second-factor/try-code.ts';
import { verifyWallet } from '#core/sign-in/challenges/wallet-challenge.ts';
import { confirmSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { userWalletHash } from '#core/user-row.ts';
import { exactErrors } from '#messages/server/errors.ts';

type PasswordInput = Extract<ConfirmIdentityInput, { password: string }>;

async function confirmPassword(
  context: AccountContext,
  { userId, deviceToken }: Pick<ActiveSession, 'userId' | 'deviceToken'>,
  input: PasswordInput,
): Promise<void> {
  const { database, passwords } = context;
  const user = await database.db
    .selectFrom('users')
    .select(['id', 'passwordHash', ...factorColumns])
    .where('id', '=', userId)
    .executeTakeFirst();
  const matches = await passwords.verify(input.password, user?.passwordHash ?? null, { account: userId });
  if (user === undefined || !matches) throw new AppError('wrong_credentials', { message: exactErrors.wrongPassword });
  await tryCode(context, { userId, code: input.code, deviceToken }, () =>
    checkSecondFactor(database.db, context, user, input.code),
  );
}

/**
 * Proves once more whose API key asks, by the password alone: where the account has a second factor or is locked, that is not enough.
 * @throws AppError rate_limited, account_locked, wrong_credentials, second_factor_required, passkey_required, unavailable.
 */
export async function provePassword(
  context: AccountContext,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<void> {
  await context.limiter.take('identityChecksPerUser', { userId });
  const users = context.database.db.selectFrom('users').select('lockedAt').where('id', '=', userId);
  if ((await users.executeTakeFirst())?.lockedAt) throw new AppError('account_locked');
  await confirmPassword(context, { userId }, { password });
}

async function isOwnWallet({ database, keys }: AccountContext, userId: string, address: string): Promise<boolean> {
  const user = await database.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('walletAddressHash', '=', userWalletHash(keys, address))
    .executeTakeFirst();
  return user !== undefined;
}

async function confirmPasskey(
  context: AccountContext,
  userId: string,
  { credential }: PasskeyProof,
  browserToken: string | null,
): Promise<void> {
  const use = await verifyAssertion(context, credential, browserToken);
  if (use.userId !== userId) throw new AppError('passkey_refused');
  await noteUse(context.database.db, context, use);
  await forgetWrongCodes(context, userId);
}

/**
 * Proves once more who holds a session, by password, by wallet or by passkey; for 10 minutes it may then
 * do what asks for that.
 * `browserToken`: from the cookie that came with the challenge.
 * @returns the session's new token.
 * @throws AppError rate_limited, wrong_credentials, second_factor_required, passkey_required, wrong_code,
 * second_factor_locked, wallet_refused, passkey_refused, not_signed_in, unavailable.
 */
export async function confirmIdentity(
  context: AccountContext,
  input: ConfirmIdentityInput,
  held: ActiveSession,
  browserToken: string | null,
): Promise<string> {
  const { userId } = held;
  await context.limiter.take('identityChecksPerUser', { userId });
  if ('password' in input) {
    await confirmPassword(context, held, input);
  } else if ('credential' in input) {
    await confirmPasskey(context, userId, input, browserToken);
  } else {
    const address = await verifyWallet(context, input, browserToken);
    if (!(await isOwnWallet(context, userId, address))) throw new AppError('wallet_refused');
  }
  return confirmSession(context, held);
}
