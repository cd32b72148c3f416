import type { CoreContext } from '#core/core-context.ts';
import { hashSecretToken } from '#core/secret-token.ts';

/** Ends the session of a token; an unknown one is no error. */
export async function endSession({ database }: Pick<CoreContext, 'database'>, token: string): Promise<void> {
  const tokenHash = hashSecretToken(token);
  if (tokenHash !== null) await database.db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}
