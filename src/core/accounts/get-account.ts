import type { Account } from '#contract/account.ts';
import type { User } from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The account of somebody signed in, with what its settings page shows. @throws AppError not_signed_in when it is gone. */
export async function getAccount(
  { database }: Pick<CoreContext, 'database'>,
  { id, email, walletAddress, authMethod }: User,
): Promise<Account> {
  const row = await database.db
    .selectFrom('users')
    .select(['emailVerifiedAt', 'passwordHash', 'googleIdHash', 'totpEnabledAt', 'defaultTargetId', 'createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('recoveryCodes')
        .select(({ fn }) => fn.countAll<string>().as('left'))
        .whereRef('userId', '=', 'users.id')
        .where('usedAt', 'is', null)
        .as('recoveryCodesLeft'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  return {
    id,
    email,
    emailVerified: row.emailVerifiedAt !== null,
    walletAddress,
    google: row.googleIdHash !== null,
    authMethod,
    hasPassword: row.passwordHash !== null,
    secondFactor: row.totpEnabledAt !== null,
    recoveryCodesLeft: Number(row.recoveryCodesLeft ?? 0),
    defaultTargetId: row.defaultTargetId,
    createdAt: row.createdAt.toISOString(),
  };
}
