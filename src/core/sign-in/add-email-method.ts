import type { AliasTarget } from '#contract/aliases.ts';
import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { LinkEmailInput } from '#contract/sign-in.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { readAccountEmail } from '#core/sign-in/register-account.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { refuseWeakPassword } from '#core/sign-in/weak-passwords.ts';
import { claimEmail } from '#core/sign-in/taken-email.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { userEmailContext, userEmailHash, lockAccount } from '#core/user-row.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

interface Linked {
  readonly token: string;
  readonly targets: readonly AliasTarget[];
}

function refuse(message: string): AppError {
  return new AppError('method_taken', { message });
}

/** The email an account has from Google stays as it is, proved; any other is new and not proved. */
function emailChange({ keys }: AccountContext, userId: string, held: Buffer | null, email: EmailAddress) {
  const emailHash = userEmailHash(keys, email.normalised);
  if (held === null) return { emailSealed: keys.seal(userEmailContext(userId), email.address), emailHash };
  if (!held.equals(emailHash)) throw refuse(exactErrors.hasOtherEmail);
  return {};
}

async function addMethod(
  db: Db,
  context: AccountContext,
  { email, passwordHash }: { email: EmailAddress; passwordHash: string },
  session: ActiveSession,
): Promise<Linked> {
  const { userId } = session;
  await lockAccount(db, userId);
  const user = await db
    .selectFrom('users')
    .select(['emailHash', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new AppError('not_signed_in');
  if (user.passwordHash !== null) throw refuse(exactErrors.hasPassword);
  await recordSecurityEvent(db, context, userId, { kind: 'method_added', method: 'password' });
  await db
    .updateTable('users')
    .set({
      ...emailChange(context, userId, user.emailHash, email),
      passwordHash,
      updatedAt: new Date(context.clock.now()),
    })
    .where('id', '=', userId)
    .execute();
  return {
    targets: await ensureTargets(db, context, userId, [{ kind: 'email', email }]),
    token: await rotateSession(db, context, session),
  };
}

/**
 * Makes email and password a way into this account, ends its other sessions and returns the session's new token.
 * A new email is asked to confirm itself.
 * @throws AppError rate_limited, invalid_input, email_taken, method_taken, not_signed_in, unavailable.
 */
export async function addEmailMethod(
  context: AccountContext,
  input: LinkEmailInput,
  session: ActiveSession & { readonly ip: string },
): Promise<string> {
  const { database, limiter, passwords, settings } = context;
  const { userId, ip } = session;
  const email = readAccountEmail(context, input.email);
  await refuseWeakPassword(input.password, { email: email.address, ...settings });
  // As a registration, for it tells the same about other people's emails.
  await limiter.take('registrationPerNetwork', { ip });
  const { token, targets } = await claimEmail(context, { email, ip }, async () => {
    const passwordHash = await passwords.hash(input.password, { account: userId, ip });
    return database.db
      .transaction()
      .execute((db) => addMethod(db, context, { email, passwordHash }, session))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new AppError('email_taken') : error;
      });
  });
  for (const target of targets) await requestConfirmation(context, { userId, target, ip });
  return token;
}
