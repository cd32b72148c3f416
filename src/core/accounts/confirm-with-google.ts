import { confirmSession } from '#core/accounts/confirm-session.ts';
import type { Session } from '#core/accounts/find-session.ts';
import { GoogleFailure } from '#core/accounts/google-failure.ts';
import type { GoogleIdentity } from '#core/accounts/google-provider.ts';
import { userGoogleHash } from '#core/accounts/user-google.ts';
import type { CoreContext } from '#core/core-context.ts';

/**
 * Confirms a session by the Google account that is linked.
 * @throws GoogleFailure mismatch for any other one; AppError not_signed_in.
 */
export async function confirmWithGoogle(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { subject }: GoogleIdentity,
  session: Session,
): Promise<void> {
  const linked = await context.database.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', session.user.id)
    .where('googleIdHash', '=', userGoogleHash(context.keys, subject))
    .executeTakeFirst();
  if (linked === undefined) throw new GoogleFailure('mismatch');
  await confirmSession(context, session.id);
}
