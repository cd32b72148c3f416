import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/** Notes that the owner of a session has just proved a sign-in method. @throws AppError not_signed_in. */
export async function confirmSession(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  sessionId: string,
): Promise<void> {
  const confirmed = await database.db
    .updateTable('sessions')
    .set({ confirmedAt: new Date(clock.now()) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  if (confirmed === undefined) throw new AppError('not_signed_in');
}
