import { AppError } from '#contract/errors.ts';
import type { AuthMethod } from '#contract/sign-in.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { rotateSession, type HeldSession } from '#core/sign-in/sessions.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type RemoveMethodContext = Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>;

const cleared = {
  email: { passwordHash: null },
  wallet: { walletAddressSealed: null, walletAddressHash: null },
  google: { googleIdSealed: null, googleIdHash: null },
} as const;
const noEmail = { emailSealed: null, emailHash: null, emailVerifiedAt: null } as const;

async function findMethods(db: Db, userId: string): Promise<{ methods: AuthMethod[]; emailProved: boolean }> {
  const user = await db
    .selectFrom('users')
    .select(['passwordHash', 'walletAddressHash', 'googleIdHash', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) throw new AppError('not_signed_in');
  const held = { email: user.passwordHash, wallet: user.walletAddressHash, google: user.googleIdHash };
  const methods = (['email', 'wallet', 'google'] as const).filter((method) => held[method] !== null);
  return { methods, emailProved: user.emailVerifiedAt !== null };
}

async function remove(db: Db, context: RemoveMethodContext, method: AuthMethod, session: HeldSession): Promise<string> {
  const { userId } = session;
  await lockAccount(db, userId);
  const { methods, emailProved } = await findMethods(db, userId);
  if (!methods.includes(method)) throw new AppError('not_found');
  const event = { kind: 'method_removed', method: method === 'email' ? 'password' : method } as const;
  await recordSecurityEvent(db, context, userId, event);
  const now = new Date(context.clock.now());
  const left = methods.filter((other) => other !== method);
  if (left.length === 0) throw new AppError('last_method');
  // The email belongs to the password, and once proved to Google; with neither left it goes, too.
  const keepsEmail = left.includes('email') || (left.includes('google') && emailProved);
  await db
    .updateTable('users')
    .set({ ...cleared[method], ...(!keepsEmail && noEmail), unconfirmedSince: now, updatedAt: now })
    .where('id', '=', userId)
    .execute();
  // A link on its way to a new password must not bring a removed method back.
  await db.deleteFrom('oneTimeLinks').where('userId', '=', userId).where('purpose', '=', 'reset_password').execute();
  return rotateSession(db, context, session);
}

/**
 * Takes a way into this account away, ends its other sessions and returns the session's new token.
 * @throws AppError not_found when the account has no such method, last_method, not_signed_in.
 */
export function removeSignInMethod(
  context: RemoveMethodContext,
  method: AuthMethod,
  session: HeldSession,
): Promise<string> {
  return context.database.db.transaction().execute((db) => remove(db, context, method, session));
}
