import { AppError } from '#contract/errors.ts';
import type { ChangePasswordInput } from '#contract/sign-in.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { rotateSession, type HeldSession } from '#core/sign-in/sessions.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { accountFaultTexts } from '#messages/faults.ts';

function wrongPassword(): AppError {
  return new AppError('invalid_input', { errors: { currentPassword: [accountFaultTexts.passwordWrong] } });
}

async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst();
  return user?.passwordHash ?? null;
}

/**
 * Replaces the password of an account by one who knows the present one. Ends all other sessions.
 * @returns the token for the cookie of the session, which was rotated.
 * @throws AppError rate_limited, password_missing, invalid_input, unavailable, not_signed_in.
 */
export async function changePassword(
  context: AccountContext,
  session: HeldSession,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<string> {
  const { database, limiter, passwords } = context;
  const { userId } = session;
  await limiter.take('identityChecksPerUser', { userId });
  const knownHash = await findPasswordHash(database.db, userId);
  if (knownHash === null) throw new AppError('password_missing');
  if (!(await passwords.verify(currentPassword, knownHash))) throw wrongPassword();
  const passwordHash = await passwords.hash(newPassword);
  return database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    // Somebody else may have changed it meanwhile.
    if ((await findPasswordHash(transaction, userId)) !== knownHash) throw wrongPassword();
    await storePassword(transaction, context, { userId, passwordHash });
    return rotateSession(transaction, context, session);
  });
}

/** Replaces an account's password; links to choose one that are still on their way stop working. */
export async function storePassword(
  db: Db,
  { clock }: Pick<CoreContext, 'clock'>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const updatedAt = new Date(clock.now());
  await db.updateTable('users').set({ passwordHash, updatedAt }).where('id', '=', userId).execute();
  await db.deleteFrom('oneTimeLinks').where('userId', '=', userId).where('purpose', '=', 'reset_password').execute();
}
