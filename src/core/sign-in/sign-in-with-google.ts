import { claimUnverifiedEmail } from '#core/sign-in/claim-unverified-email.ts';
import type { AccountContext, RequestOrigin, SignedIn } from '#core/sign-in/account-context.ts';
import { GoogleFailure, type GoogleIdentity } from '#core/sign-in/google-provider.ts';
import { createSession } from '#core/sign-in/sessions.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/target-faults.ts';
import {
  userEmailHash,
  userGoogleContext,
  userGoogleHash,
  provenEmail,
  userView,
  type UserRow,
} from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

const shown = ['id', 'emailSealed', 'walletAddressSealed', 'authMethod', 'balance'] as const;

function findUser(db: Db, googleHash: Buffer): Promise<UserRow | undefined> {
  return (
    db
      .selectFrom('users')
      .select(shown)
      .where('googleIdHash', '=', googleHash)
      // Within a transaction: Google stays linked until the session is there, and its removal ends the session.
      .forKeyShare()
      .executeTakeFirst()
  );
}

/** The inbox of a new account. Google has proved it already, so no mail has to. */
async function addInbox(db: Db, context: AccountContext, userId: string, { email }: GoogleIdentity): Promise<void> {
  if (findTargetFault(context, email) !== null) return;
  const settings = { ...context.settings, targetConfirmation: 'off' as const };
  await ensureTargets(db, { ...context, settings }, userId, [{ kind: 'email', email }]);
}

/** Undefined when its email belongs to somebody by proof, or the Google account to another sign-in that came first. */
async function createUser(db: Db, context: AccountContext, identity: GoogleIdentity): Promise<UserRow | undefined> {
  const { keys, clock, random } = context;
  const { subject, email } = identity;
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
    .returning(shown)
    .executeTakeFirst();
  if (row !== undefined) await addInbox(db, context, id, identity);
  return row;
}

async function enter(
  db: Db,
  context: AccountContext,
  identity: GoogleIdentity,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const googleHash = userGoogleHash(context.keys, identity.subject);
  const row =
    (await findUser(db, googleHash)) ?? (await createUser(db, context, identity)) ?? (await findUser(db, googleHash));
  if (row === undefined) throw new GoogleFailure('taken');
  const session = { userId: row.id, authMethod: 'google', previousToken: origin.sessionToken };
  const token = await createSession(db, context, session);
  return { user: userView(context.keys, { ...row, authMethod: 'google' }), token };
}

/**
 * Signs in with a Google account; a new one gets a new account, and takes its email from an account that never
 * proved it. An account that did prove it is not entered by a shared email: its owner links the two.
 * @throws AppError rate_limited; GoogleFailure taken.
 */
export async function signInWithGoogle(
  context: AccountContext,
  identity: GoogleIdentity,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { database, keys, limiter } = context;
  const isNew = (await findUser(database.db, userGoogleHash(keys, identity.subject))) === undefined;
  if (isNew) await limiter.take('registrationPerNetwork', { ip: origin.ip });
  return database.db.transaction().execute((transaction) => enter(transaction, context, identity, origin));
}
