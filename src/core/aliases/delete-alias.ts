import { AppError } from '#contract/errors.ts';
import { findTargetIds } from '#core/aliases/alias-targets.ts';
import { binAlias, binTimes, getLiveAlias, type OwnAlias } from '#core/aliases/bin.ts';
import {
  markRestorable,
  ofDomain,
  placeTombstone,
  restoreTombstone,
  type Tombstone,
} from '#core/aliases/tombstones.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { recordUndo } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type DeleteContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

interface RemovedAlias {
  readonly address: string;
  readonly ofDomain: string | null;
  /** Mail came to it, or went out in its name. */
  readonly used: boolean;
  /** A forwarding provider elsewhere has it from us. */
  readonly atProvider: boolean;
}

/** Removes the row with all that hangs on it, not the address. Behind `lockAccount`. @throws AppError not_found. */
async function removeAlias(db: Db, context: DeleteContext, scope: OwnAlias): Promise<RemovedAlias> {
  const { provider } = context;
  const { aliasId, userId } = scope;
  const deleted = await provider.changeAliases(db, scope, () =>
    provider.changeCredentials(db, scope, async () => {
      const targetIds = await findTargetIds(db, aliasId);
      const row = await db
        .deleteFrom('aliases')
        .using('domains')
        .whereRef('domains.id', '=', 'aliases.domainId')
        .where('aliases.id', '=', aliasId)
        .where('aliases.userId', '=', userId)
        .returning(['aliases.localPart', 'aliases.improvmxId', 'aliases.everUsed', 'domains.name'])
        .returning(ofDomain)
        .executeTakeFirst();
      if (row === undefined) throw new AppError('not_found');
      await removeUnusedTargets(db, context, userId, targetIds);
      return row;
    }),
  );
  const { localPart, name, everUsed: used, improvmxId, ofDomain: domainId } = deleted;
  return { address: `${localPart}@${name}`, ofDomain: domainId, used, atProvider: improvmxId !== null };
}

/** Erases an alias, in the bin or not; its tombstone stays. Runs in the caller's transaction. @throws AppError not_found. */
export async function eraseAlias(
  db: Db,
  context: DeleteContext,
  own: OwnAlias,
  { restorable = false } = {},
): Promise<void> {
  const { keys, clock } = context;
  await lockAccount(db, own.userId);
  const removed = await removeAlias(db, context, own);
  await placeTombstone(db, keys, { userId: own.userId, ...removed }, new Date(clock.now()));
  if (restorable) await markRestorable(db, context, own, removed);
}

/**
 * Deletes an alias of this account: into the bin, where it is unknown to all, or for good where its owner wants no bin.
 * Its address stays blocked for everybody else from the same moment on. Without a bin, `restorable`: whoever still knows
 * its id may make it again by that id. Returns the name of what undoes it; null when it is gone for good.
 * @throws AppError rate_limited, confirm_identity; not_found, for a foreign alias as for an unknown one.
 */
export async function deleteAlias(
  context: DeleteContext & Pick<TargetContext, 'limiter'>,
  aliasId: string,
  userId: string,
  { restorable = false, proven = false } = {},
): Promise<string | null> {
  await context.limiter.take('aliasChangesPerUser', { userId });
  const own = { aliasId, userId };
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const { binDays = 0 } =
      (await transaction.selectFrom('users').select('binDays').where('id', '=', userId).executeTakeFirst()) ?? {};
    const { address } = await getLiveAlias(transaction, own);
    await countAliasChanges(transaction, context, { userId, proven }, [aliasId]);
    if (binDays > 0) {
      await binAlias(transaction, context, own, binTimes(context, binDays));
      return recordUndo(transaction, context, userId, { aliases: [{ aliasId, address, binned: true }] });
    }
    await eraseAlias(transaction, context, own, { restorable });
    return null;
  });
}

/**
 * Erases an alias of this account at once, whether or not it lies in the bin.
 * @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one.
 */
export async function forgetAlias(
  context: DeleteContext & Pick<TargetContext, 'limiter'>,
  own: OwnAlias,
): Promise<void> {
  await context.limiter.take('aliasChangesPerUser', { userId: own.userId });
  await context.database.db.transaction().execute((transaction) => eraseAlias(transaction, context, own));
}

/**
 * Whoever wants the name of an own alias in the bin for another one has chosen: that one ends. Runs in the caller's
 * transaction, before the name is taken.
 */
export async function endBinnedName(
  db: Db,
  context: DeleteContext,
  { userId, domainId, localPart }: { readonly userId: string; readonly domainId: string; readonly localPart: string },
): Promise<void> {
  const row = await db
    .selectFrom('aliases')
    .select('id')
    .where('localPart', '=', localPart)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('binnedAt', 'is not', null)
    .executeTakeFirst();
  if (row !== undefined) await eraseAlias(db, context, { aliasId: row.id, userId });
}

/**
 * Undoes the making of an alias that the provider refused: its address is as free as it was. `lifted`: the tombstone that
 * gave way to it. Where the provider took the alias after all, between its refusal and this, it is deleted like any other.
 * @throws AppError not_found when its owner was quicker.
 */
export async function withdrawAlias(context: DeleteContext, own: OwnAlias, lifted: Tombstone | null): Promise<void> {
  const { database, keys, clock } = context;
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, own.userId);
    const removed = await removeAlias(transaction, context, own);
    if (lifted !== null) await restoreTombstone(transaction, lifted);
    else if (removed.atProvider) {
      await placeTombstone(transaction, keys, { userId: own.userId, ...removed }, new Date(clock.now()));
    }
  });
}
