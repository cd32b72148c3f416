import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Ends one session of an account by its id. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function endListedSession(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  const ended = await database.db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) throw new AppError('not_found');
}
