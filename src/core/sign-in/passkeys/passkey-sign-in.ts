import { AppError } from '#contract/errors.ts';
import type { Assertion, PasskeyRegistrationInput } from '#contract/account/passkeys.ts';
import { admitAccount, requireAdmission } from '#core/registration/admit-account.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { insertPasskey, noteUse } from '#core/sign-in/passkeys/passkeys.ts';
import { verifyAssertion, verifyAttestation } from '#core/sign-in/passkeys/verify-passkey.ts';
import { replaceRecoveryCodes, useLoneRecoveryCode } from '#core/sign-in/second-factor/codes.ts';
import { forgetWrongCodes } from '#core/sign-in/second-factor/try-code.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { shareAccount, userColumns, userView, type UserRow } from '#core/user-row.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';

async function begin(db: Db, context: AccountContext, row: UserRow, origin: RequestOrigin): Promise<SignedIn> {
  const session = { userId: row.id, authMethod: 'passkey', origin };
  const token = await createSession(db, context, session);
  return { user: userView(context.keys, { ...row, authMethod: 'passkey' }), token };
}

function findUser(db: Db, userId: string): Promise<UserRow> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('passkey_refused'));
}

/**
 * Signs in with a passkey, which says itself whose it is. It stands for both factors: something held, and what its holder is or
 * knows. `browserToken`: from the cookie that came with the options.
 * @throws AppError rate_limited, passkey_refused.
 */
export async function signInWithPasskey(
  context: AccountContext,
  credential: Assertion,
  browserToken: string | null,
  origin: RequestOrigin,
): Promise<SignedIn> {
  await context.limiter.take('signInPerNetwork', { ip: origin.ip });
  const use = await verifyAssertion(context, credential, browserToken);
  const signedIn = await context.database.db.transaction().execute(async (transaction) => {
    await shareAccount(transaction, use.userId);
    await noteUse(transaction, context, use);
    return begin(transaction, context, await findUser(transaction, use.userId), origin);
  });
  await forgetWrongCodes(context, use.userId);
  return signedIn;
}

export interface NewAccount extends SignedIn {
  /** To be shown once. */
  readonly recoveryCodes: string[];
}

/**
 * Makes an account whose only way in is a passkey, and recovery codes that open it without.
 * @throws AppError rate_limited, passkey_refused, method_taken, registration_closed, invitation_required, invitation_unusable.
 */
export async function registerWithPasskey(
  context: AccountContext,
  { invitation, ...input }: PasskeyRegistrationInput,
  browserToken: string | null,
  origin: RequestOrigin,
): Promise<NewAccount> {
  const { database, clock, limiter, newAccounts } = context;
  await limiter.take('registrationPerNetwork', { ip: origin.ip });
  await requireAdmission(context, invitation);
  await newAccounts(origin.ip);
  const passkey = await verifyAttestation(context, input.credential, { purpose: 'new_account', browserToken });
  const open = async (transaction: Db): Promise<NewAccount> => {
    const now = new Date(clock.now());
    const row = await transaction
      .insertInto('users')
      .values({ id: passkey.userId, authMethod: 'passkey', createdAt: now, updatedAt: now })
      .returning(userColumns)
      .executeTakeFirstOrThrow();
    const waitingSince = await admitAccount(transaction, context, row.id, invitation);
    await insertPasskey(transaction, context, passkey, input);
    const recoveryCodes = await replaceRecoveryCodes(transaction, context, row.id);
    return { ...(await begin(transaction, context, { ...row, waitingSince }, origin)), recoveryCodes };
  };
  return database.db
    .transaction()
    .execute(open)
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('method_taken') : error;
    });
}

/**
 * Signs in with a recovery code alone, which names its account. Only where passkeys are the only way in: elsewhere the codes stand
 * for the second factor, and there is another first one.
 * @throws AppError rate_limited, wrong_code.
 */
export async function signInWithRecoveryCode(
  context: AccountContext,
  code: string,
  origin: RequestOrigin,
): Promise<SignedIn> {
  await context.limiter.take('signInPerNetwork', { ip: origin.ip });
  return context.database.db.transaction().execute(async (transaction) => {
    const userId = await useLoneRecoveryCode(transaction, context, code);
    return begin(transaction, context, await findUser(transaction, userId), origin);
  });
}
