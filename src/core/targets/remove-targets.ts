import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/owner-inbox.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

const namedMax = 5;

interface Dependents {
  /** Some of their addresses. */
  readonly named: readonly string[];
  readonly count: number;
}

/** The aliases that forward nowhere else; null: there are none. */
async function findDependents(db: Db, targetId: string): Promise<Dependents | null> {
  const rows = await db
    .selectFrom('aliasTargets as own')
    .innerJoin('aliases', 'aliases.id', 'own.aliasId')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name', sql<number>`count(*) over ()::integer`.as('count')])
    .where('own.targetId', '=', targetId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('aliasTargets as other')
            .select('other.id')
            .whereRef('other.aliasId', '=', 'own.aliasId')
            .where('other.targetId', '!=', targetId),
        ),
      ),
    )
    .orderBy('localPart')
    .limit(namedMax)
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  return { named: rows.map(({ localPart, name }) => `${localPart}@${name}`), count: first.count };
}

function inUse({ named, count }: Dependents): AppError {
  const more = count - named.length;
  return new AppError('target_in_use', {
    message: exactErrors.soleTargetOf(named, more),
  });
}

interface RemovalOptions {
  readonly proven?: boolean;
  /** Of an inbox that was confirmed, before it goes. */
  readonly tell?: (db: Db) => Promise<void>;
}

/**
 * Takes a target away from all aliases of its account, and its consent with it: used again, it is asked again.
 * @returns the ids of those aliases.
 * @throws AppError not_found, for a foreign target as for an unknown one; target_in_use when an alias would be left
 * without any target; confirm_identity.
 */
export async function removeTarget(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider'>,
  targetId: string,
  userId: string,
  { proven = false, tell = async () => {} }: RemovalOptions = {},
): Promise<string[]> {
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const target = await transaction
      .selectFrom('targets')
      .select(['kind', 'confirmedAt'])
      .where('id', '=', targetId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (target === undefined) throw new AppError('not_found');
    const dependents = await findDependents(transaction, targetId);
    if (dependents !== null) throw inUse(dependents);
    const links = await transaction
      .selectFrom('aliasTargets')
      .select('aliasId')
      .where('targetId', '=', targetId)
      .execute();
    const aliasIds = links.map(({ aliasId }) => aliasId);
    await countAliasChanges(transaction, context, { userId, proven }, aliasIds);
    if (target.confirmedAt !== null) {
      if (target.kind === 'email') await tell(transaction);
      await context.provider.changeAliases(transaction, { targetId }, (db) =>
        db.deleteFrom('targets').where('id', '=', targetId).execute(),
      );
      return aliasIds;
    }
    await transaction.deleteFrom('aliasTargets').where('targetId', '=', targetId).execute();
    await removeUnusedTargets(transaction, context, userId, [targetId]);
    return aliasIds;
  });
}

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
