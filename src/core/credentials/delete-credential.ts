import { AppError } from '#contract/errors.ts';
import type { OwnCredential } from '#core/credentials/own-credential.ts';
import { getUsername } from '#core/credentials/get-username.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/** Ends an SMTP credential of this account. @throws AppError not_found. */
export async function deleteCredential(
  { database, provider }: Pick<TargetContext, 'database' | 'provider'>,
  { credentialId, aliasId, userId }: OwnCredential,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await getUsername(transaction, aliasId, userId);
    await provider.noteCredentials(transaction, { aliasId, userId });
    const deleted = await transaction
      .deleteFrom('smtpCredentials')
      .where('id', '=', credentialId)
      .where('aliasId', '=', aliasId)
      .returning('id')
      .executeTakeFirst();
    if (deleted === undefined) throw new AppError('not_found');
  });
}
