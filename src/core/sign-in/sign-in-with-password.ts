import type { LoginInput } from '#contract/sign-in.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { countFailedProof } from '#core/security/failed-proofs.ts';
import { checkSecondFactor, factorColumns, type Factors } from '#core/sign-in/second-factor/codes.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { tryCode } from '#core/sign-in/second-factor/try-code.ts';
import { userView, userEmailHash, type UserRow, userColumns } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/**
 * Signs in with email and password, and a code where the second factor is on.
 * @throws AppError rate_limited, wrong_credentials, second_factor_required, passkey_required, wrong_code,
 * second_factor_locked, unavailable.
 */
export async function signInWithPassword(
  context: AccountContext,
  input: LoginInput,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const holder = await checkPassword(context, input, origin.ip);
  const signIn = async (transaction: Db): Promise<string> => {
    const user = await holdAccount(transaction, holder);
    // Only behind the right password, so that nobody else learns whether the second factor is on.
    await checkSecondFactor(transaction, context, user, input.code);
    const session = { userId: user.id, authMethod: 'email', origin };
    return createSession(transaction, context, session);
  };
  const { deviceToken } = origin;
  const token = await tryCode(context, { userId: holder.id, code: input.code, deviceToken }, () =>
    context.database.db.transaction().execute(signIn),
  );
  await forgetSignInTries(context, holder.emailHash);
  return { user: userView(context.keys, { ...holder, authMethod: 'email' }), token };
}

interface Limits {
  readonly limiter: RateLimiter;
}

function nameOf(emailHash: Buffer): string {
  return emailHash.toString('hex');
}

/** Counts one try to sign in by email, at any step of it. @throws AppError rate_limited. */
export async function countSignInTry({ limiter }: Limits, emailHash: Buffer, ip: string): Promise<void> {
  const text = nameOf(emailHash);
  await limiter.take('signInPerNetwork', { ip });
  await limiter.take('signInPerEmail', { text, ip });
  await limiter.slowDown('signInTriesPerEmail', { text });
}

/** After a sign-in: the next one need not wait. */
export function forgetSignInTries({ limiter }: Limits, emailHash: Buffer): Promise<void> {
  return limiter.forget('signInTriesPerEmail', { text: nameOf(emailHash) });
}

/** Somebody who knew the password of an account. */
interface PasswordHolder extends UserRow, Factors {
  readonly emailHash: Buffer;
  /** As it was stored when it was checked. */
  readonly passwordHash: string | null;
}

/**
 * Checks email and password. A known and an unknown email take the same steps: limits, one look-up, one password
 * computation.
 * @throws AppError rate_limited, wrong_credentials, account_locked, unavailable.
 */
export async function checkPassword(
  context: AccountContext,
  { email, password }: { readonly email: string; readonly password: string },
  ip: string,
): Promise<PasswordHolder> {
  const { database, keys, passwords } = context;
  const emailHash = userEmailHash(keys, parseEmailAddress(email)?.normalised ?? email);
  await countSignInTry(context, emailHash, ip);
  const candidate = await database.db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash', 'passwordVoid', ...factorColumns])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  const matches = await passwords.verify(password, candidate?.passwordHash ?? null, { account: nameOf(emailHash), ip });
  if (candidate === undefined || !matches) {
    await countFailedProof(context, { tried: nameOf(emailHash), userId: candidate?.id ?? null });
    throw new AppError('wrong_credentials');
  }
  if (candidate.passwordVoid) throw new AppError('account_locked');
  return { ...candidate, emailHash };
}

/**
 * Holds an account whose password was checked until the caller's transaction ends: had it changed during its
 * computation, that must end this sign-in, too.
 * @throws AppError wrong_credentials.
 */
export async function holdAccount(
  db: Db,
  { id, passwordHash }: Pick<PasswordHolder, 'id' | 'passwordHash'>,
): Promise<Factors & { readonly id: string }> {
  const user = await db
    .selectFrom('users')
    .select(['id', ...factorColumns])
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('passwordVoid', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('wrong_credentials');
  return user;
}
