import type { LoginInput } from '#contract/accounts.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext, SignedIn, Visitor } from '#core/accounts/account-context.ts';
import { createSession } from '#core/accounts/create-session.ts';
import { checkSecondFactor } from '#core/accounts/second-factor/check-second-factor.ts';
import { userEmailHash } from '#core/accounts/user-email.ts';
import { userView, type UserRow } from '#core/accounts/user-view.ts';

interface Candidate extends UserRow {
  readonly passwordHash: string | null;
}

/** Only behind the right password, so that nobody else learns whether the second factor is on. */
const beginSession = (
  context: AccountContext,
  candidate: Candidate,
  code: string | undefined,
  visitor: Visitor,
): Promise<string> =>
  context.database.db.transaction().execute(async (transaction) => {
    // The password may have changed during its computation: that must end this sign-in, too.
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'totpEnabledAt'])
      .where('id', '=', candidate.id)
      .where('passwordHash', '=', candidate.passwordHash)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new AppError('wrong_credentials');
    await checkSecondFactor(transaction, context, user, code);
    const session = { userId: user.id, authMethod: 'email', previousToken: visitor.sessionToken };
    return createSession(transaction, context, session);
  });

/**
 * Signs in with email and password, and a code where the second factor is on. A known and an unknown email take the
 * same steps: limits, one look-up, one password computation.
 * @throws AppError rate_limited, wrong_credentials, second_factor_required, wrong_code, unavailable.
 */
export const signIn = async (context: AccountContext, input: LoginInput, visitor: Visitor): Promise<SignedIn> => {
  const { database, keys, limiter, passwords } = context;
  const emailHash = userEmailHash(keys, parseEmailAddress(input.email)?.normalised ?? input.email);
  const text = emailHash.toString('hex');
  await limiter.take('signInPerNetwork', { ip: visitor.ip });
  await limiter.take('signInPerEmail', { text, ip: visitor.ip });
  await limiter.slowDown('signInTriesPerEmail', { text });
  const candidate = await database.db
    .selectFrom('users')
    .select(['id', 'emailSealed', 'walletAddressSealed', 'authMethod', 'balance', 'passwordHash'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  const matches = await passwords.verify(input.password, candidate?.passwordHash ?? null);
  if (candidate === undefined || !matches) throw new AppError('wrong_credentials');
  const token = await beginSession(context, candidate, input.code, visitor);
  await limiter.forget('signInTriesPerEmail', { text });
  return { user: userView(keys, { ...candidate, authMethod: 'email' }), token };
};
