import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken, makeSecretToken } from '#core/secret-token.ts';
import type { Db } from '#database/database.ts';

/** A session in use. */
export interface HeldSession {
  readonly userId: string;
  /** From its cookie. */
  readonly token: string;
}

/**
 * Ends all other sessions of the account and gives this one a new token, which it returns: what follows any
 * change of how one gets in. Runs in the transaction of that change, after it.
 * @throws AppError not_signed_in when the session has ended meanwhile.
 */
export async function rotateSession(
  db: Db,
  { random }: Pick<CoreContext, 'random'>,
  { userId, token }: HeldSession,
): Promise<string> {
  const oldHash = hashSecretToken(token);
  if (oldHash === null) throw new AppError('not_signed_in');
  const { token: newToken, hash } = makeSecretToken(random);
  const rotated = await db
    .updateTable('sessions')
    .set({ tokenHash: hash })
    .where('tokenHash', '=', oldHash)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (rotated === undefined) throw new AppError('not_signed_in');
  await db.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', rotated.id).execute();
  return newToken;
}
