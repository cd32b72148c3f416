import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { admitAccount } from '#core/registration/admit-account.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { claimUnverifiedEmail } from '#core/sign-in/claim-unverified-email.ts';
import { GoogleFailure, type GoogleIdentity } from '#core/sign-in/google-provider.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { createSession, rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { addProvenInbox } from '#core/sign-in/proven-inbox.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import {
  userEmailHash,
  userGoogleContext,
  userGoogleHash,
  provenEmail,
  userView,
  type UserRow,
  userColumns,
  lockAccount,
} from '#core/user-row.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';

function findUser(db: Db, googleHash: Buffer): Promise<UserRow | undefined> {
  return (
    db
      .selectFrom('users')
      .select(userColumns)
      .where('googleIdHash', '=', googleHash)
      // Within a transaction: Google stays linked until the session is there, and its removal ends the session.
      .forKeyShare()
      .executeTakeFirst()
  );
}

interface GoogleVisitor {
  readonly identity: GoogleIdentity;
  readonly invitation: string | undefined;
}

/** Undefined when its email belongs to somebody by proof, or the Google account to another sign-in that came first. */
async function createUser(
  db: Db,
  context: AccountContext,
  { identity: { subject, email }, invitation }: GoogleVisitor,
): Promise<UserRow | undefined> {
  const { keys, clock, random } = context;
  if (!(await claimUnverifiedEmail(db, context, userEmailHash(keys, email.normalised)))) return undefined;
  const id = random.uuid();
  const now = new Date(clock.now());
  const row = await db
    .insertInto('users')
    .values({
      id,
      ...provenEmail(keys, id, email, now),
      googleIdSealed: keys.seal(userGoogleContext(id), subject),
      googleIdHash: userGoogleHash(keys, subject),
      authMethod: 'google',
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const waitingSince = await admitAccount(db, context, id, invitation);
  await addProvenInbox(db, context, id, email);
  return { ...row, waitingSince };
}

async function enter(
  db: Db,
  context: AccountContext,
  visitor: GoogleVisitor,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const googleHash = userGoogleHash(context.keys, visitor.identity.subject);
  const row =
    (await findUser(db, googleHash)) ?? (await createUser(db, context, visitor)) ?? (await findUser(db, googleHash));
  if (row === undefined) throw new GoogleFailure('taken');
  const session = { userId: row.id, authMethod: 'google', origin };
  const token = await createSession(db, context, session);
  return { user: userView(context.keys, { ...row, authMethod: 'google' }), token };
}

/**
 * Signs in with a Google account; a new one gets a new account, and takes its email from an account that never
 * proved it. An account that did prove it is not entered by a shared email: its owner links the two.
 * @throws AppError rate_limited, registration_closed, invitation_required, invitation_unusable; GoogleFailure taken.
 */
export async function signInWithGoogle(
  context: AccountContext,
  visitor: GoogleVisitor,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter, newAccounts } = context;
  const isNew = (await findUser(database.db, userGoogleHash(keys, visitor.identity.subject))) === undefined;
  if (isNew) {
    await limiter.take('registrationPerNetwork', { ip: origin.ip });
    await newAccounts(origin.ip);
  }
  return database.db.transaction().execute((transaction) => enter(transaction, context, visitor, origin));
}

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
  session: ActiveSession,
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
  if (user.googleIdHash === null)
    await recordSecurityEvent(db, context, user.id, { kind: 'method_added', method: 'google' });
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
  session: ActiveSession,
): Promise<string> {
  try {
    return await context.database.db.transaction().execute((db) => addMethod(db, context, identity, session));
  } catch (error) {
    throw isUniqueViolation(error) ? new GoogleFailure('taken') : error;
  }
}
