import type { NewCredential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { OwnCredential } from '#core/credentials/own-credential.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import { hashPassword, makePassword } from '#core/credentials/make-password.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

interface RegenerateContext extends Pick<CoreContext, 'database' | 'random'> {
  readonly limiter: RateLimiter;
}

/**
 * Gives an SMTP credential of this account a new password; the old one ends.
 * @throws AppError rate_limited, not_found.
 */
export const regenerateCredential = async (
  { database, random, limiter }: RegenerateContext,
  { credentialId, aliasId, userId }: OwnCredential,
): Promise<NewCredential> => {
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  return database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .updateTable('smtpCredentials')
      .set({ passwordHash: hashPassword(password) })
      .where('id', '=', credentialId)
      .where('aliasId', '=', aliasId)
      .returning('createdAt')
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    return { id: credentialId, username, password, aliasId, createdAt: row.createdAt.toISOString() };
  });
};
