import type { RegisterInput } from '#contract/sign-in.ts';
import { type EmailAddress, parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { admitAccount, requireAdmission } from '#core/registration/admit-account.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { refuseWeakPassword } from '#core/sign-in/weak-passwords.ts';
import { claimEmail } from '#core/sign-in/taken-email.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/target-faults.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { userView, userEmailContext, userEmailHash, type UserRow, userColumns } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { accountFaultTexts } from '#messages/faults.ts';

/**
 * Makes an account with email and password, signs it in and asks the address to confirm itself as an inbox.
 * @throws AppError rate_limited, invalid_input, email_taken, unavailable, registration_closed, invitation_required,
 * invitation_unusable.
 */
export async function registerAccount(
  context: AccountContext,
  input: RegisterInput,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter, newAccounts, passwords, settings } = context;
  const email = readAccountEmail(context, input.email);
  await refuseWeakPassword(input.password, { email: email.address, ...settings });
  await limiter.take('registrationPerNetwork', { ip: origin.ip });
  // Before anything tells whether the email is taken: who may not register learns nothing of others.
  await requireAdmission(context, input.invitation);
  await newAccounts(origin.ip);
  const { row, targets, token } = await claimEmail(context, { email, ip: origin.ip }, async () => {
    // Before anybody knows whether the email is taken: both answers cost the same time.
    const passwordHash = await passwords.hash(input.password, { ip: origin.ip });
    return database.db.transaction().execute(async (transaction) => {
      const user = await insertEmailUser(transaction, context, { email, passwordHash, emailVerifiedAt: null });
      const waitingSince = await admitAccount(transaction, context, user.id, input.invitation);
      const session = { userId: user.id, authMethod: 'email', origin };
      return {
        row: { ...user, waitingSince },
        targets: await ensureTargets(transaction, context, user.id, [{ kind: 'email', email }]),
        token: await createSession(transaction, context, session),
      };
    });
  });
  for (const target of targets) {
    await requestConfirmation(context, { userId: row.id, target, ip: origin.ip, withCode: origin.byApp === true });
  }
  return { user: userView(keys, row), token };
}

interface NewEmailUser {
  readonly email: EmailAddress;
  readonly passwordHash: string;
  /** When the mailbox was proved. */
  readonly emailVerifiedAt: Date | null;
  /** Of the account whose place it takes, which may be waiting for the operator. */
  readonly waitingSince?: Date | null;
}

/**
 * Stores a new account that signs in by email and password.
 * @throws AppError email_taken, also when two accounts of one address begin at once.
 */
export async function insertEmailUser(
  db: Db,
  { keys, clock, random }: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  { email, passwordHash, emailVerifiedAt, waitingSince = null }: NewEmailUser,
): Promise<UserRow> {
  const id = random.uuid();
  const now = new Date(clock.now());
  const row = await db
    .insertInto('users')
    .values({
      id,
      emailSealed: keys.seal(userEmailContext(id), email.address),
      emailHash: userEmailHash(keys, email.normalised),
      emailVerifiedAt,
      unconfirmedSince: now,
      waitingSince,
      passwordHash,
      authMethod: 'email',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('emailHash').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('email_taken');
  return row;
}

function fieldError(text: string): AppError {
  return new AppError('invalid_input', { errors: { email: [text] } });
}

/** The email somebody gives for an account. @throws AppError invalid_input when no mail can be sent to it. */
export function readAccountEmail(context: Pick<TargetContext, 'domains' | 'settings'>, text: string): EmailAddress {
  const email = parseEmailAddress(text);
  if (email === null) throw fieldError(accountFaultTexts.email);
  const fault = findTargetFault(context, email);
  if (fault !== null) throw fieldError(fault);
  return email;
}
