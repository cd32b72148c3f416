import type { User } from '#contract/sign-in.ts';
import { confirmationLifeMs, sessionLifeMs, sessionRenewalMs } from '#core/accounts/session-life.ts';
import { userView } from '#core/accounts/user-view.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';

export interface Session {
  /** Names the session to its owner; grants nothing. */
  readonly id: string;
  readonly user: User;
  /** When its owner last proved a sign-in method. */
  readonly confirmedAt: Date;
  /** Its life was just extended: the cookie's should be, too. */
  readonly renewed: boolean;
}

/** Whether its owner proved a sign-in method so lately that the session may change how one gets in. */
export function isConfirmed({ clock }: Pick<CoreContext, 'clock'>, { confirmedAt }: Session): boolean {
  return clock.now() - confirmedAt.getTime() < confirmationLifeMs;
}

/** The session of a cookie's token; null when there is none or it is over. Sliding expiry. */
export async function findSession(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  token: string,
): Promise<Session | null> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) return null;
  const now = new Date(clock.now());
  const row = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.emailSealed', 'users.walletAddressSealed', 'users.balance'])
    .select(['sessions.id as sessionId', 'sessions.authMethod', 'sessions.lastUsedAt', 'sessions.confirmedAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const renewed = now.getTime() - row.lastUsedAt.getTime() >= sessionRenewalMs;
  if (renewed) {
    await database.db
      .updateTable('sessions')
      .set({ lastUsedAt: now, expiresAt: new Date(now.getTime() + sessionLifeMs) })
      .where('tokenHash', '=', tokenHash)
      .execute();
  }
  return { id: row.sessionId, user: userView(keys, row), confirmedAt: row.confirmedAt, renewed };
}
