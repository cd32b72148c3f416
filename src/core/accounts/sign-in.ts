import type { LoginInput } from '#contract/accounts.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext, SignedIn, Visitor } from '#core/accounts/account-context.ts';
import { createSession } from '#core/accounts/create-session.ts';
import { userEmailHash } from '#core/accounts/user-email.ts';
import { userView } from '#core/accounts/user-view.ts';

/**
 * Signs in with email and password. A known and an unknown email take the same steps: limits, one look-up,
 * one password computation.
 * @throws AppError rate_limited, wrong_credentials, unavailable.
 */
export const signIn = async (context: AccountContext, input: LoginInput, visitor: Visitor): Promise<SignedIn> => {
  const { database, keys, limiter, passwords } = context;
  const emailHash = userEmailHash(keys, parseEmailAddress(input.email)?.normalised ?? input.email);
  await limiter.take('signInPerNetwork', { ip: visitor.ip });
  await limiter.take('signInPerEmail', { text: emailHash.toString('hex'), ip: visitor.ip });
  const row = await database.db
    .selectFrom('users')
    .select(['id', 'emailSealed', 'authMethod', 'balance', 'passwordHash'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  const matches = await passwords.verify(input.password, row?.passwordHash ?? null);
  if (row === undefined || !matches) throw new AppError('wrong_credentials');
  const session = { userId: row.id, authMethod: 'email', previousToken: visitor.sessionToken };
  const token = await createSession(database.db, context, session);
  return { user: userView(keys, { ...row, authMethod: 'email' }), token };
};
