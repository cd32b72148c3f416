import { AppError } from '#contract/errors.ts';
import type { SecondFactorStart } from '#contract/sign-in.ts';
import { endLinks } from '#core/links/secret-links.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import {
  needsRecoveryCodes,
  replaceRecoveryCodes,
  reissueRecoveryCodes,
  findTotpStep,
  totpSecretContext,
  describeTotp,
  totpSecretBytes,
  useCode,
} from '#core/sign-in/second-factor/codes.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { forgetWrongCodes, tryCode } from '#core/sign-in/second-factor/try-code.ts';
import { rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { lockAccount, userEmailContext } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/**
 * Gives an account a new secret for an authenticator app. Nothing is asked for until `enableSecondFactor`; starting
 * again replaces the secret.
 * @throws AppError not_signed_in, second_factor_on, password_missing: only sign-in by password asks for codes.
 */
export async function startSecondFactor(
  { database, keys, random, settings }: Pick<AccountContext, 'database' | 'keys' | 'random' | 'settings'>,
  userId: string,
): Promise<SecondFactorStart> {
  const secret = random.bytes(totpSecretBytes);
  const user = await database.db
    .updateTable('users')
    .set({ totpSecretSealed: keys.seal(totpSecretContext(userId), secret), totpLastStep: null })
    .where('id', '=', userId)
    .where('passwordHash', 'is not', null)
    .where('totpEnabledAt', 'is', null)
    .returning('emailSealed')
    .executeTakeFirst();
  if (user === undefined) {
    const { totpEnabledAt } = await database.db
      .selectFrom('users')
      .select('totpEnabledAt')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
    throw new AppError(totpEnabledAt === null ? 'password_missing' : 'second_factor_on');
  }
  const issuer = new URL(settings.publicUrl).host;
  const label = user.emailSealed === null ? issuer : keys.open(userEmailContext(userId), user.emailSealed).toString();
  return describeTotp(secret, { issuer, label });
}

export interface NewRecoveryCodes {
  /** To be shown once. */
  readonly recoveryCodes: string[];
  /** For the cookie of the session, which was rotated. */
  readonly token: string;
}

/**
 * Turns the second factor on, once a first code has shown that the authenticator app holds the secret. That code is
 * used up. Ends all other sessions.
 * @throws AppError rate_limited, second_factor_on, wrong_code, not_signed_in.
 */
export async function enableSecondFactor(
  context: AccountContext,
  session: ActiveSession,
  code: string,
): Promise<NewRecoveryCodes> {
  const { database, keys, clock, limiter } = context;
  const { userId } = session;
  await limiter.take('identityChecksPerUser', { userId });
  const enabled = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select(['totpSecretSealed', 'totpEnabledAt'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw new AppError('not_signed_in');
    if (user.totpEnabledAt !== null) throw new AppError('second_factor_on');
    const secret = user.totpSecretSealed && keys.open(totpSecretContext(userId), user.totpSecretSealed);
    const step = secret && findTotpStep(secret, code.replaceAll(/\s/g, ''), clock.now());
    if (step === null) throw new AppError('wrong_code');
    await recordSecurityEvent(transaction, context, userId, { kind: 'second_factor_on' });
    const now = new Date(clock.now());
    await transaction
      .updateTable('users')
      .set({ totpEnabledAt: now, totpLastStep: String(step), updatedAt: now })
      .where('id', '=', userId)
      .execute();
    const recoveryCodes = await replaceRecoveryCodes(transaction, context, userId);
    return { recoveryCodes, token: await rotateSession(transaction, context, session) };
  });
  await forgetWrongCodes(context, userId);
  return enabled;
}

const noTotp = { totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null } as const;

/**
 * Leaves an account to its password alone: forgets the secret of the authenticator app, whether a passkey is asked for, recovery codes,
 * and links to turn the second factor off that are on their way. Runs in the caller's transaction.
 */
export async function clearSecondFactor(
  db: Db,
  context: Pick<AccountContext, 'keys' | 'clock' | 'random'>,
  userId: string,
): Promise<void> {
  await turnOff(db, context, userId, { ...noTotp, passkeyFactorAt: null });
  await endLinks(db, secondFactorLinks, { userId });
}

async function turnOff(
  db: Db,
  context: Pick<AccountContext, 'keys' | 'clock' | 'random'>,
  userId: string,
  columns: typeof noTotp | { readonly passkeyFactorAt: null },
): Promise<void> {
  await recordSecurityEvent(db, context, userId, { kind: 'second_factor_off' });
  const updatedAt = new Date(context.clock.now());
  await db
    .updateTable('users')
    .set({ ...columns, updatedAt })
    .where('id', '=', userId)
    .execute();
  await reissueRecoveryCodes(db, context, userId);
}

/**
 * Asks for a passkey after the password from now on, or no longer. Ends all other sessions.
 * @returns the token for the cookie of the session, which was rotated; recovery codes where there were none.
 * @throws AppError password_missing, passkey_missing, not_signed_in.
 */
export function requirePasskey(
  context: Pick<AccountContext, 'database' | 'keys' | 'clock' | 'random'>,
  session: ActiveSession,
  required: boolean,
): Promise<{ readonly token: string; readonly recoveryCodes: string[] | undefined }> {
  const { userId } = session;
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select('passwordHash')
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('passkeys').select('passkeys.id').whereRef('userId', '=', 'users.id')).as('hasPasskey'),
      )
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
    if (user.passwordHash === null) throw new AppError('password_missing');
    if (required && !user.hasPasskey) throw new AppError('passkey_missing');
    const now = new Date(context.clock.now());
    const passkeyFactorAt = required ? now : null;
    await transaction.updateTable('users').set({ passkeyFactorAt, updatedAt: now }).where('id', '=', userId).execute();
    const recoveryCodes = await reissueRecoveryCodes(transaction, context, userId);
    const kind = required ? 'second_factor_on' : 'second_factor_off';
    await recordSecurityEvent(transaction, context, userId, { kind });
    return { recoveryCodes, token: await rotateSession(transaction, context, session) };
  });
}

/** What is mailed where codes are locked: one link turns the second factor off, the others keep it on. */
export const secondFactorLinks = ['turn_second_factor_off', 'keep_second_factor'] as const;

/**
 * Turns the second factor off. Ends all other sessions.
 * @returns the token for the cookie of the session, which was rotated.
 * @throws AppError rate_limited, second_factor_off, wrong_code, second_factor_locked, not_signed_in.
 */
export async function disableSecondFactor(
  context: AccountContext,
  session: ActiveSession,
  code: string,
): Promise<string> {
  const { database, limiter } = context;
  const { userId, deviceToken } = session;
  await limiter.take('identityChecksPerUser', { userId });
  const disable = async (transaction: Db): Promise<string> => {
    await lockAccount(transaction, userId);
    const user = await transaction
      .selectFrom('users')
      .select('totpEnabledAt')
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) throw new AppError('not_signed_in');
    if (user.totpEnabledAt === null) throw new AppError('second_factor_off');
    if (!(await useCode(transaction, context, userId, code))) throw new AppError('wrong_code');
    await turnOff(transaction, context, userId, noTotp);
    await endLinks(transaction, secondFactorLinks, { userId });
    return rotateSession(transaction, context, session);
  };
  return tryCode(context, { userId, code, deviceToken }, () => database.db.transaction().execute(disable));
}

/**
 * New recovery codes in place of all old ones. Ends all other sessions.
 * @throws AppError second_factor_off, not_signed_in.
 */
export function renewRecoveryCodes(
  context: Pick<AccountContext, 'database' | 'keys' | 'random'>,
  session: ActiveSession,
): Promise<NewRecoveryCodes> {
  return context.database.db.transaction().execute(async (transaction) => {
    const { userId } = session;
    await lockAccount(transaction, userId);
    if (!(await needsRecoveryCodes(transaction, userId))) throw new AppError('second_factor_off');
    const recoveryCodes = await replaceRecoveryCodes(transaction, context, userId);
    return { recoveryCodes, token: await rotateSession(transaction, context, session) };
  });
}
