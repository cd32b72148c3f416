import type { User } from '#contract/accounts.ts';
import { sessionLifeMs, sessionRenewalMs } from '#core/accounts/session-life.ts';
import { userView } from '#core/accounts/user-view.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';

export interface Session {
  readonly user: User;
  /** Its life was just extended: the cookie's should be, too. */
  readonly renewed: boolean;
}

/** The session of a cookie's token; null when there is none or it is over. Sliding expiry. */
export const findSession = async (
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  token: string,
): Promise<Session | null> => {
  const tokenHash = hashSecretToken(token);
  if (tokenHash === null) return null;
  const now = new Date(clock.now());
  const row = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.emailSealed', 'users.balance', 'sessions.authMethod', 'sessions.lastUsedAt'])
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
  return { user: userView(keys, row), renewed };
};
