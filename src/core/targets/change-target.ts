import type { ChangeTarget } from '#contract/targets.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';

/**
 * Whether replies from an inbox of this account go out, how they are proven, and what is taken out of them; what is left out stays.
 * @throws AppError not_found, for a foreign target as for an unknown one and for a webhook, which writes nothing.
 */
export async function changeTarget(
  { database }: Pick<CoreContext, 'database'>,
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
  { spfReplies, maySend, dropKeys, dropSignatures }: ChangeTarget,
): Promise<void> {
  const { numUpdatedRows } = await database.db
    .updateTable('targets')
    .set({ spfReplies, maySend, dropKeys, dropSignatures })
    .where('id', '=', targetId)
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}
