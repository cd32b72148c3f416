import type { LoginInput } from '#contract/accounts.ts';
import type { AccountContext, SignedIn, RequestOrigin } from '#core/accounts/account-context.ts';
import { checkPassword, holdAccount } from '#core/accounts/check-password.ts';
import { forgetSignInTries } from '#core/accounts/count-sign-in-try.ts';
import { createSession } from '#core/accounts/create-session.ts';
import { checkSecondFactor } from '#core/accounts/second-factor/check-second-factor.ts';
import { userView } from '#core/accounts/user-view.ts';

/**
 * Signs in with email and password, and a code where the second factor is on.
 * @throws AppError rate_limited, wrong_credentials, second_factor_required, wrong_code, unavailable.
 */
export async function signIn(context: AccountContext, input: LoginInput, origin: RequestOrigin): Promise<SignedIn> {
  const holder = await checkPassword(context, input, origin.ip);
  const token = await context.database.db.transaction().execute(async (transaction) => {
    const user = await holdAccount(transaction, holder);
    // Only behind the right password, so that nobody else learns whether the second factor is on.
    await checkSecondFactor(transaction, context, user, input.code);
    const session = { userId: user.id, authMethod: 'email', previousToken: origin.sessionToken };
    return createSession(transaction, context, session);
  });
  await forgetSignInTries(context, holder.emailHash);
  return { user: userView(context.keys, { ...holder, authMethod: 'email' }), token };
}
