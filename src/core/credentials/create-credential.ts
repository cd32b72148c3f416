import type { NewCredential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import { hashPassword, makePassword } from '#core/credentials/make-password.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

interface CreateContext extends Pick<CoreContext, 'database' | 'clock' | 'random'> {
  readonly limiter: RateLimiter;
}

/**
 * Makes the SMTP credential of an alias of this account. Only here and after a regeneration its password is known.
 * @throws AppError rate_limited, not_found, credential_exists.
 */
export const createCredential = async (
  { database, clock, random, limiter }: CreateContext,
  { aliasId, userId }: { readonly aliasId: string; readonly userId: string },
): Promise<NewCredential> => {
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const createdAt = new Date(clock.now());
  return database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .insertInto('smtpCredentials')
      .values({ id: random.uuid(), aliasId, passwordHash: hashPassword(password), createdAt })
      .onConflict((conflict) => conflict.column('aliasId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new AppError('credential_exists');
    return { id: row.id, username, password, aliasId, createdAt: createdAt.toISOString() };
  });
};
