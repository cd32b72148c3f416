import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import { sessionLifeMs } from '#core/accounts/session-life.ts';
import type { Db } from '#database/database.ts';

export interface NewSession {
  readonly userId: string;
  readonly authMethod: string;
  /** The session the visitor had until now: it ends, so that a planted cookie is worth nothing. */
  readonly previousToken: string | null;
}

/** Starts a session and returns the token for its cookie. Only the token's SHA-256 is stored. */
export async function createSession(
  db: Db,
  { clock, random }: Pick<CoreContext, 'clock' | 'random'>,
  { userId, authMethod, previousToken }: NewSession,
): Promise<string> {
  const { token, hash } = makeSecretToken(random);
  const now = new Date(clock.now());
  const previousHash = previousToken === null ? null : hashSecretToken(previousToken);
  if (previousHash !== null) await db.deleteFrom('sessions').where('tokenHash', '=', previousHash).execute();
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hash,
      userId,
      authMethod,
      createdAt: now,
      lastUsedAt: now,
      confirmedAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
    })
    .execute();
  return token;
}
