import type { NewCredential } from '#contract/credentials.ts';
import { AppError } from '#contract/errors.ts';
import { deleteCredential } from '#core/credentials/delete-credential.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import { hashPassword, makePassword } from '#core/credentials/make-password.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Makes the SMTP credential of an alias of this account. Only here and after a regeneration its password is known.
 * @throws AppError rate_limited, not_found, credential_exists, target_unconfirmed, provider_refused.
 */
export async function createCredential(
  context: Pick<TargetContext, 'database' | 'clock' | 'random' | 'limiter' | 'provider'>,
  { aliasId, userId }: { readonly aliasId: string; readonly userId: string },
): Promise<NewCredential> {
  const { database, clock, random, limiter, provider } = context;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const createdAt = new Date(clock.now());
  const { id, username } = await database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .insertInto('smtpCredentials')
      .values({ id: random.uuid(), aliasId, passwordHash: hashPassword(password), createdAt })
      .onConflict((conflict) => conflict.column('aliasId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new AppError('credential_exists');
    await provider.noteCredentials(transaction, { aliasId, userId }, password);
    return { id: row.id, username };
  });
  const providerState = await provider.settleCredential(username);
  const fault = findStateFault(providerState);
  if (fault !== null) {
    await deleteCredential(context, { credentialId: id, aliasId, userId });
    throw fault;
  }
  return { id, username, password, aliasId, providerState, createdAt: createdAt.toISOString() };
}
