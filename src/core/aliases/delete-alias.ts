import { AppError } from '#contract/errors.ts';
import { getOwnRow, type OwnAlias, readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { deleteAliases, type OwnAliases, takeAway } from '#core/aliases/bin.ts';
import { markRestorable, placeTombstone, restoreTombstones, type Tombstone } from '#core/aliases/tombstones.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { recordUndo } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type DeleteContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

/**
 * Erases aliases, in the bin or not; their tombstones stay. `restorable`: whoever still knows the id of one may make it again by that. Runs in the
 * caller's transaction. Returns the ids of those that were there.
 */
export async function eraseAliases(
  db: Db,
  context: DeleteContext,
  own: OwnAliases,
  { restorable = false } = {},
): Promise<string[]> {
  await lockAccount(db, own.userId);
  const gone = await deleteAliases(db, context, own, 0);
  for (const { id: aliasId, userId, ...given } of restorable ? gone : []) {
    await markRestorable(db, context, { aliasId, userId }, given);
  }
  return gone.map(({ id }) => id);
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
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const days = await readBinDays(transaction, userId);
    const { address } = await getOwnRow(transaction, { aliasId, userId }, ['address'], 'update');
    await countAliasChanges(transaction, context, { userId, proven }, [aliasId]);
    const own = { userId, aliasIds: [aliasId] };
    if (days === 0) {
      await eraseAliases(transaction, context, own, { restorable });
      return null;
    }
    await deleteAliases(transaction, context, own, days);
    return recordUndo(transaction, context, userId, { aliases: [{ aliasId, address, binned: true }] });
  });
}

/** How many days an account has its deleted aliases lie in the bin; 0: none. */
export async function readBinDays(db: Db, userId: string): Promise<number> {
  const user = await db.selectFrom('users').select('binDays').where('id', '=', userId).executeTakeFirst();
  return user?.binDays ?? 0;
}

/**
 * Erases aliases of this account at once, whether or not they lie in the bin, all or none. Returns those that were there.
 * @throws AppError rate_limited.
 */
export async function forgetAliases(
  context: DeleteContext & Pick<TargetContext, 'limiter'>,
  own: OwnAliases,
): Promise<string[]> {
  await context.limiter.take('aliasChangesPerUser', { userId: own.userId });
  return context.database.db.transaction().execute((transaction) => eraseAliases(transaction, context, own));
}

/** The same of one. @throws AppError rate_limited; not_found, for a foreign alias as for an unknown one. */
export async function forgetAlias(
  context: DeleteContext & Pick<TargetContext, 'limiter'>,
  { aliasId, userId }: OwnAlias,
): Promise<void> {
  if ((await forgetAliases(context, { userId, aliasIds: [aliasId] })).length === 0) throw new AppError('not_found');
}

/**
 * Whoever wants the name of an own alias in the bin for another one has chosen: that one ends. Runs in the caller's
 * transaction, before the name is taken.
 */
export async function endBinnedName(
  db: Db,
  context: DeleteContext,
  name: { readonly userId: string; readonly domainId: string; readonly localPart: string },
): Promise<void> {
  const [row] = await readAliasRows(db, { ...name, whereabouts: 'binned' }, ['id']);
  if (row !== undefined) await eraseAliases(db, context, { userId: name.userId, aliasIds: [row.id] });
}

/**
 * Undoes the making of an alias that the provider refused: its address is as free as it was. `lifted`: the tombstone that
 * gave way to it. Where the provider took the alias after all, between its refusal and this, it is deleted like any other.
 * @throws AppError not_found when its owner was quicker.
 */
export async function withdrawAlias(
  context: DeleteContext,
  { aliasId, userId }: OwnAlias,
  lifted: Tombstone | null,
): Promise<void> {
  const { database, keys, clock } = context;
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const [gone] = await takeAway(transaction, context, { userId, aliasIds: [aliasId] }, null);
    if (gone === undefined) throw new AppError('not_found');
    if (lifted !== null) await restoreTombstones(transaction, [lifted]);
    else if (gone.atProvider) await placeTombstone(transaction, keys, gone, new Date(clock.now()));
  });
}

const batch = 100;

/** Erases aliases whose days in the bin are over. Each on its own: nobody waits long who restores one at that moment. */
export async function endBinnedAliases(context: DeleteContext): Promise<void> {
  const { database, clock } = context;
  const which = { whereabouts: 'binned', binOver: new Date(clock.now()) } as const;
  for (;;) {
    const over = await readAliasRows(database.db, { ...which, first: batch, by: 'binEndsAt' }, ['id', 'userId']);
    for (const { id, userId } of over) {
      await database.db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, userId);
        const aliasIds = await readAliasIds(transaction, { ...which, ids: [id], userId });
        if (aliasIds.length === 0) return;
        await eraseAliases(transaction, context, { userId, aliasIds }, { restorable: true });
      });
    }
    if (over.length < batch) return;
  }
}
