import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { claimUnverifiedEmail } from '#core/sign-in/claim-unverified-email.ts';
import { GoogleFailure, type GoogleIdentity } from '#core/sign-in/google-provider.ts';
import { rotateSession, type HeldSession } from '#core/sign-in/sessions.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount, userEmailHash, provenEmail, userGoogleContext, userGoogleHash } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';

type AddMethodContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'settings' | 'provider'>;

interface Holder {
  readonly id: string;
  readonly emailHash: Buffer | null;
  readonly emailVerifiedAt: Date | null;
}

/** An account without email gets Google's, unless another one proved it; its own counts as proved when it is the same. */
async function emailChange(db: Db, context: AddMethodContext, user: Holder, email: EmailAddress) {
  const { keys, clock } = context;
  const now = new Date(clock.now());
  const hash = userEmailHash(keys, email.normalised);
  if (user.emailHash === null) {
    return (await claimUnverifiedEmail(db, context, hash)) ? provenEmail(keys, user.id, email, now) : {};
  }
  return user.emailHash.equals(hash) ? { emailVerifiedAt: user.emailVerifiedAt ?? now } : {};
}

async function addMethod(
  db: Db,
  context: AddMethodContext,
  { subject, email }: GoogleIdentity,
  session: HeldSession,
): Promise<string> {
  const { keys, clock } = context;
  const googleIdHash = userGoogleHash(keys, subject);
  await lockAccount(db, session.userId);
  const user = await db
    .selectFrom('users')
    .select(['id', 'emailHash', 'emailVerifiedAt', 'googleIdHash'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  if (user.googleIdHash !== null && !user.googleIdHash.equals(googleIdHash)) throw new GoogleFailure('mismatch');
  await db
    .updateTable('users')
    .set({
      googleIdSealed: keys.seal(userGoogleContext(user.id), subject),
      googleIdHash,
      ...(await emailChange(db, context, user, email)),
      updatedAt: new Date(clock.now()),
    })
    .where('id', '=', user.id)
    .execute();
  return rotateSession(db, context, session);
}

/**
 * Makes a Google account a way into this account, ends its other sessions and returns the session's new token.
 * @throws GoogleFailure taken when it is a way into another account, mismatch when this one has another already;
 * AppError not_signed_in.
 */
export async function addGoogleMethod(
  context: AddMethodContext,
  identity: GoogleIdentity,
  session: HeldSession,
): Promise<string> {
  try {
    return await context.database.db.transaction().execute((db) => addMethod(db, context, identity, session));
  } catch (error) {
    throw isUniqueViolation(error) ? new GoogleFailure('taken') : error;
  }
}
