import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { ResetPasswordInput } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { insertEmailUser } from '#core/accounts/insert-email-user.ts';
import { isMailboxProven } from '#core/accounts/password/is-mailbox-proven.ts';
import { storePassword } from '#core/accounts/password/store-password.ts';
import { takeOverAddress } from '#core/accounts/take-over-address.ts';
import { userEmailContext } from '#core/accounts/user-email.ts';
import { revokeAllApiKeys } from '#core/api-keys/revoke-api-key.ts';
import { hashSecretToken } from '#core/secret-token.ts';
import { lockAccount } from '#core/targets/lock-account.ts';
import type { Db } from '#database/database.ts';

async function findUserId({ database, clock }: AccountContext, tokenHash: Buffer): Promise<string | undefined> {
  const link = await database.db
    .selectFrom('oneTimeLinks')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', 'reset_password')
    .where('expiresAt', '>', new Date(clock.now()))
    .executeTakeFirst();
  return link?.userId;
}

/** Of two uses of one link at once, one finds it gone. */
async function useLink(db: Db, tokenHash: Buffer): Promise<void> {
  const used = await db
    .deleteFrom('oneTimeLinks')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst();
  if (used === undefined) throw new AppError('link_unusable');
}

/** The mailbox's owner takes the place of whoever used the address without proof. */
async function beginAnew(
  db: Db,
  context: AccountContext,
  { address, emailHash, passwordHash }: { address: string; emailHash: Buffer; passwordHash: string },
): Promise<void> {
  const email = parseEmailAddress(address);
  if (email === null) throw new Error('The stored email of an account cannot be read');
  await takeOverAddress(db, context, emailHash);
  await insertEmailUser(db, context, { email, passwordHash, emailVerifiedAt: new Date(context.clock.now()) });
}

/**
 * Gives the account behind a mailed link a new password and ends all its sessions and API keys. The link proves the
 * mailbox: an account that never did so gives way to a new one, as nobody knows who filled it.
 * @throws AppError link_unusable, unavailable.
 */
export async function resetPassword(context: AccountContext, { token, password }: ResetPasswordInput): Promise<void> {
  const { database, keys, settings } = context;
  const tokenHash = hashSecretToken(token);
  const userId = tokenHash === null ? undefined : await findUserId(context, tokenHash);
  if (tokenHash === null || userId === undefined) throw new AppError('link_unusable');
  const passwordHash = await context.passwords.hash(password);
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await useLink(transaction, tokenHash);
    const { emailHash, emailSealed, emailVerifiedAt } = await transaction
      .selectFrom('users')
      .select(['emailHash', 'emailSealed', 'emailVerifiedAt'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // The email was taken off the account after the link was mailed.
    if (emailHash === null || emailSealed === null) throw new AppError('link_unusable');
    if (isMailboxProven(settings, { emailVerifiedAt })) {
      await storePassword(transaction, context, { userId, passwordHash });
      await transaction.deleteFrom('sessions').where('userId', '=', userId).execute();
      await revokeAllApiKeys(transaction, userId);
    } else {
      const address = keys.open(userEmailContext(userId), emailSealed).toString();
      await beginAnew(transaction, context, { address, emailHash, passwordHash });
    }
  });
}
