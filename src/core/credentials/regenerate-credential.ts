import type { NewCredential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { OwnCredential } from '#core/credentials/own-credential.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import { hashPassword, makePassword } from '#core/credentials/make-password.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

type CredentialContext = Pick<TargetContext, 'database' | 'random' | 'limiter' | 'provider'>;

/** Goes back from a password that the provider refused, unless there is a newer one: it is never told. */
async function keepFormer(
  { database, provider }: CredentialContext,
  { credentialId, aliasId, userId }: OwnCredential,
  { refused, former }: { readonly refused: Buffer; readonly former: Buffer },
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('smtpCredentials')
      .set({ passwordHash: former })
      .where('id', '=', credentialId)
      .where('passwordHash', '=', refused)
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) await provider.noteCredentials(transaction, { aliasId, userId });
  });
}

/**
 * Gives an SMTP credential of this account a new password; the old one ends.
 * @throws AppError rate_limited, not_found; provider_refused when the provider keeps the old password.
 */
export async function regenerateCredential(context: CredentialContext, own: OwnCredential): Promise<NewCredential> {
  const { database, random, limiter, provider } = context;
  const { credentialId, aliasId, userId } = own;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const passwordHash = hashPassword(password);
  const { former, credential } = await database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .selectFrom('smtpCredentials')
      .select(['passwordHash', 'createdAt'])
      .where('id', '=', credentialId)
      .where('aliasId', '=', aliasId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    await transaction.updateTable('smtpCredentials').set({ passwordHash }).where('id', '=', credentialId).execute();
    await provider.noteCredentials(transaction, { aliasId, userId }, password);
    const createdAt = row.createdAt.toISOString();
    return { former: row.passwordHash, credential: { id: credentialId, username, password, aliasId, createdAt } };
  });
  const providerState = await provider.settleCredential(credential.username);
  const fault = findStateFault(providerState);
  if (fault !== null) {
    await keepFormer(context, own, { refused: passwordHash, former });
    throw fault;
  }
  return { ...credential, providerState };
}
