import { endLinks } from '#core/links/secret-links.ts';
import { AppError } from '#contract/errors.ts';
import type { AuthMethod, SingleMethod } from '#contract/sign-in.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { reissueRecoveryCodes } from '#core/sign-in/second-factor/codes.ts';
import { rotateSession, type ActiveSession } from '#core/sign-in/sessions.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type RemoveMethodContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

/** What is left after a way in was taken away. */
export interface MethodRemoved {
  /** For the cookie of the session, which was rotated. */
  readonly token: string;
  /** To be shown once; where passkeys became the only way in, and there were none. */
  readonly recoveryCodes: string[] | undefined;
}

const cleared = {
  // Nothing is left for a passkey to follow.
  email: { passwordHash: null, passkeyFactorAt: null },
  wallet: { walletAddressSealed: null, walletAddressHash: null },
  google: { googleIdSealed: null, googleIdHash: null },
  passkey: { passkeyFactorAt: null },
} as const;
const noEmail = { emailSealed: null, emailHash: null, emailVerifiedAt: null } as const;

async function findMethods(db: Db, userId: string): Promise<{ methods: AuthMethod[]; emailProved: boolean }> {
  const user = await db
    .selectFrom('users')
    .select(['passwordHash', 'walletAddressHash', 'googleIdHash', 'emailVerifiedAt'])
    .select(({ selectFrom }) =>
      selectFrom('passkeys').select('passkeys.id').whereRef('userId', '=', 'users.id').limit(1).as('passkeyId'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new AppError('not_signed_in');
  const held = {
    email: user.passwordHash,
    wallet: user.walletAddressHash,
    google: user.googleIdHash,
    passkey: user.passkeyId,
  };
  const methods = (['email', 'wallet', 'google', 'passkey'] as const).filter((method) => held[method] !== null);
  return { methods, emailProved: user.emailVerifiedAt !== null };
}

/** Closes one way in, unless it is the last one. */
async function close(db: Db, context: RemoveMethodContext, method: AuthMethod, userId: string): Promise<void> {
  const { methods, emailProved } = await findMethods(db, userId);
  if (!methods.includes(method)) throw new AppError('not_found');
  const now = new Date(context.clock.now());
  const left = methods.filter((other) => other !== method);
  if (left.length === 0) throw new AppError('last_method');
  // The email belongs to the password, and once proved to Google and to passkeys; with none of them left it goes, too.
  const keepsEmail = left.includes('email') || (emailProved && (left.includes('google') || left.includes('passkey')));
  await db
    .updateTable('users')
    .set({ ...cleared[method], ...(!keepsEmail && noEmail), unconfirmedSince: now, updatedAt: now })
    .where('id', '=', userId)
    .execute();
}

/** What follows once a way in is closed. */
async function settle(db: Db, context: RemoveMethodContext, session: ActiveSession): Promise<MethodRemoved> {
  const { userId } = session;
  // A link on its way to a new password must not bring a removed method back.
  await endLinks(db, 'reset_password', { userId });
  const recoveryCodes = await reissueRecoveryCodes(db, context, userId);
  return { recoveryCodes, token: await rotateSession(db, context, session) };
}

/**
 * Takes a way into this account away and ends its other sessions.
 * @throws AppError not_found when the account has no such method, last_method, not_signed_in.
 */
export function removeSignInMethod(
  context: RemoveMethodContext,
  method: SingleMethod,
  session: ActiveSession,
): Promise<MethodRemoved> {
  return context.database.db.transaction().execute(async (db) => {
    await lockAccount(db, session.userId);
    const event = { kind: 'method_removed', method: method === 'email' ? 'password' : method } as const;
    await recordSecurityEvent(db, context, session.userId, event);
    await close(db, context, method, session.userId);
    return settle(db, context, session);
  });
}

/**
 * Takes a passkey of this account away and ends its other sessions.
 * @throws AppError not_found, for a foreign one as for an unknown one, last_method, not_signed_in.
 */
export function removePasskey(
  context: RemoveMethodContext,
  passkeyId: string,
  session: ActiveSession,
): Promise<MethodRemoved> {
  const { userId } = session;
  return context.database.db.transaction().execute(async (db) => {
    await lockAccount(db, userId);
    const held = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute();
    if (!held.some(({ id }) => id === passkeyId)) throw new AppError('not_found');
    // First, as an inbox that goes with it is told, too.
    await recordSecurityEvent(db, context, userId, { kind: 'method_removed', method: 'passkey' });
    if (held.length === 1) await close(db, context, 'passkey', userId);
    await db.deleteFrom('passkeys').where('id', '=', passkeyId).execute();
    return settle(db, context, session);
  });
}
