import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { countSignInTry } from '#core/accounts/count-sign-in-try.ts';
import { userEmailHash } from '#core/accounts/user-email.ts';
import type { UserRow } from '#core/accounts/user-view.ts';
import type { Db } from '#database/database.ts';

/** Somebody who knew the password of an account. */
export interface PasswordHolder extends UserRow {
  readonly emailHash: Buffer;
  /** As it was stored when it was checked. */
  readonly passwordHash: string | null;
}

/**
 * Checks email and password. A known and an unknown email take the same steps: limits, one look-up, one password
 * computation.
 * @throws AppError rate_limited, wrong_credentials, unavailable.
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
    .select(['id', 'emailSealed', 'walletAddressSealed', 'authMethod', 'balance', 'passwordHash'])
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
  const matches = await passwords.verify(password, candidate?.passwordHash ?? null);
  if (candidate === undefined || !matches) throw new AppError('wrong_credentials');
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
): Promise<{ readonly id: string; readonly totpEnabledAt: Date | null }> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'totpEnabledAt'])
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('wrong_credentials');
  return user;
}
