import type { RegisterInput } from '#contract/accounts.ts';
import type { AccountContext, SignedIn, RequestOrigin } from '#core/accounts/account-context.ts';
import { createSession } from '#core/accounts/create-session.ts';
import { insertEmailUser } from '#core/accounts/insert-email-user.ts';
import { readAccountEmail } from '#core/accounts/read-account-email.ts';
import { userView } from '#core/accounts/user-view.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { requestConfirmation } from '#core/targets/request-confirmation.ts';

/**
 * Makes an account with email and password, signs it in and asks the address to confirm itself as an inbox.
 * @throws AppError rate_limited, invalid_input, email_taken, unavailable.
 */
export async function registerAccount(
  context: AccountContext,
  input: RegisterInput,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter, passwords } = context;
  await limiter.take('registrationPerNetwork', { ip: origin.ip });
  const email = readAccountEmail(context, input.email);
  const passwordHash = await passwords.hash(input.password);
  const { row, targets, token } = await database.db.transaction().execute(async (transaction) => {
    const user = await insertEmailUser(transaction, context, { email, passwordHash, emailVerifiedAt: null });
    const session = { userId: user.id, authMethod: 'email', previousToken: origin.sessionToken };
    return {
      row: user,
      targets: await ensureTargets(transaction, context, user.id, [{ kind: 'email', email }]),
      token: await createSession(transaction, context, session),
    };
  });
  for (const target of targets) await requestConfirmation(context, { userId: row.id, target, ip: origin.ip });
  return { user: userView(keys, row), token };
}
