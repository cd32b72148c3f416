import type { User } from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountExport } from '#contract/export.ts';
import { getAccount } from '#core/accounts/get-account.ts';
import { userGoogleContext } from '#core/accounts/user-google.ts';
import type { CoreContext } from '#core/core-context.ts';

/** The account itself, as exported. @throws AppError not_signed_in when it is gone. */
export async function collectAccount(
  context: Pick<CoreContext, 'database' | 'keys'>,
  user: User,
): Promise<AccountExport['account']> {
  const row = await context.database.db
    .selectFrom('users')
    .select(['googleIdSealed', 'emailVerifiedAt', 'totpEnabledAt', 'balance', 'updatedAt'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  return {
    ...(await getAccount(context, user)),
    googleId:
      row.googleIdSealed === null ? null : context.keys.open(userGoogleContext(user.id), row.googleIdSealed).toString(),
    emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
    secondFactorSince: row.totpEnabledAt?.toISOString() ?? null,
    balance: row.balance,
    updatedAt: row.updatedAt.toISOString(),
  };
}
