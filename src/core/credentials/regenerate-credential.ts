import type { NewCredential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { OwnCredential } from '#core/credentials/own-credential.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import { hashPassword, makePassword } from '#core/credentials/make-password.ts';
import { findStateFault } from '#core/providers/find-state-fault.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Gives an SMTP credential of this account a new password; the old one ends.
 * @throws AppError rate_limited, not_found; provider_refused when the provider keeps the old password.
 */
export const regenerateCredential = async (
  { database, random, limiter, provider }: Pick<TargetContext, 'database' | 'random' | 'limiter' | 'provider'>,
  { credentialId, aliasId, userId }: OwnCredential,
): Promise<NewCredential> => {
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const credential = await database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .updateTable('smtpCredentials')
      .set({ passwordHash: hashPassword(password) })
      .where('id', '=', credentialId)
      .where('aliasId', '=', aliasId)
      .returning('createdAt')
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    await provider.noteCredentials(transaction, { aliasId, userId }, password);
    return { id: credentialId, username, password, aliasId, createdAt: row.createdAt.toISOString() };
  });
  const providerState = await provider.settleCredential(credential.username);
  const fault = findStateFault(providerState);
  if (fault !== null) throw fault;
  return { ...credential, providerState };
};
