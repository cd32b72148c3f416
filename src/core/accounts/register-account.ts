import type { RegisterInput } from '#contract/accounts.ts';
import { parseEmailAddress, type EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext, SignedIn, Visitor } from '#core/accounts/account-context.ts';
import { createSession } from '#core/accounts/create-session.ts';
import { userEmailContext, userEmailHash } from '#core/accounts/user-email.ts';
import { userView, type UserRow } from '#core/accounts/user-view.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/find-target-fault.ts';
import { requestConfirmation } from '#core/targets/request-confirmation.ts';
import type { Db } from '#database/database.ts';

const fieldError = (text: string): AppError => new AppError('invalid_input', { errors: { email: [text] } });

const readEmail = (context: AccountContext, text: string): EmailAddress => {
  const email = parseEmailAddress(text);
  if (email === null) throw fieldError('Valid email address is required');
  const fault = findTargetFault(context, email);
  if (fault !== null) throw fieldError(fault);
  return email;
};

/** @throws AppError email_taken, also when two registrations of one address run at once. */
const insertUser = async (
  db: Db,
  { keys, clock, random }: AccountContext,
  email: EmailAddress,
  passwordHash: string,
): Promise<UserRow> => {
  const id = random.uuid();
  const now = new Date(clock.now());
  const row = await db
    .insertInto('users')
    .values({
      id,
      emailSealed: keys.seal(userEmailContext(id), email.address),
      emailHash: userEmailHash(keys, email.normalised),
      emailVerifiedAt: null,
      passwordHash,
      authMethod: 'email',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('emailHash').doNothing())
    .returning(['id', 'emailSealed', 'authMethod', 'balance'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('email_taken');
  return row;
};

/**
 * Makes an account with email and password, signs it in and asks the address to confirm itself as an inbox.
 * @throws AppError rate_limited, invalid_input, email_taken, unavailable.
 */
export const registerAccount = async (
  context: AccountContext,
  input: RegisterInput,
  visitor: Visitor,
): Promise<SignedIn> => {
  const { database, keys, limiter, passwords } = context;
  await limiter.take('registrationPerNetwork', { ip: visitor.ip });
  const email = readEmail(context, input.email);
  const passwordHash = await passwords.hash(input.password);
  const { row, targets, token } = await database.db.transaction().execute(async (transaction) => {
    const user = await insertUser(transaction, context, email, passwordHash);
    const session = { userId: user.id, authMethod: 'email', previousToken: visitor.sessionToken };
    return {
      row: user,
      targets: await ensureTargets(transaction, context, user.id, [email]),
      token: await createSession(transaction, context, session),
    };
  });
  for (const target of targets) await requestConfirmation(context, { userId: row.id, target, ip: visitor.ip });
  return { user: userView(keys, row), token };
};
