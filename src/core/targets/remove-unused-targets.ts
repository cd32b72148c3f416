import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/find-own-target-hash.ts';
import type { Db } from '#database/database.ts';

/**
 * Erases those of an account's targets that were never confirmed and that no alias uses. Two stay: the account's own
 * email, which can still be confirmed, and an address whose owner holds a link that works, which must go on to stop
 * us for good. Runs in the caller's transaction, behind `lockAccount`.
 */
export async function removeUnusedTargets(
  db: Db,
  { keys, clock }: Pick<CoreContext, 'keys' | 'clock'>,
  userId: string,
  targetIds: readonly string[],
): Promise<void> {
  if (targetIds.length === 0) return;
  const ownHash = await findOwnTargetHash(db, keys, userId);
  await db
    .deleteFrom('targets')
    .where('userId', '=', userId)
    .where('id', 'in', targetIds)
    .where('confirmedAt', 'is', null)
    .$if(ownHash !== null, (query) => query.where('valueHash', '!=', ownHash))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('aliasTargets').select('aliasTargets.id').whereRef('targetId', '=', 'targets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oneTimeLinks')
            .select('tokenHash')
            .whereRef('targetId', '=', 'targets.id')
            .where('usedAt', 'is', null)
            .where('expiresAt', '>', new Date(clock.now())),
        ),
      ),
    )
    .execute();
}
