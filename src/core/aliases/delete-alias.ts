import { AppError } from '#contract/errors.ts';
import { findTargetIds } from '#core/aliases/alias-targets.ts';
import { markRestorable, placeTombstone, restoreTombstone, type Tombstone } from '#core/aliases/tombstones.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type DeleteContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

interface OwnAlias {
  readonly aliasId: string;
  readonly userId: string;
}

interface RemovedAlias {
  readonly address: string;
  /** A forwarding provider elsewhere has it from us. */
  readonly atProvider: boolean;
}

/** Removes the row with all that hangs on it, not the address. @throws AppError not_found. */
async function removeAlias(db: Db, context: DeleteContext, { aliasId, userId }: OwnAlias): Promise<RemovedAlias> {
  const { provider } = context;
  await lockAccount(db, userId);
  const scope = { aliasId, userId };
  const deleted = await provider.changeAliases(db, scope, () =>
    provider.changeCredentials(db, scope, async () => {
      const targetIds = await findTargetIds(db, aliasId);
      const row = await db
        .deleteFrom('aliases')
        .using('domains')
        .whereRef('domains.id', '=', 'aliases.domainId')
        .where('aliases.id', '=', aliasId)
        .where('aliases.userId', '=', userId)
        .returning(['aliases.localPart', 'aliases.improvmxId', 'domains.name'])
        .executeTakeFirst();
      if (row === undefined) throw new AppError('not_found');
      await removeUnusedTargets(db, context, userId, targetIds);
      return row;
    }),
  );
  return { address: `${deleted.localPart}@${deleted.name}`, atProvider: deleted.improvmxId !== null };
}

/**
 * Deletes an alias of this account for good; its links, contacts, SMTP credential and waiting mail go with it. Its
 * address stays blocked for everybody else from the same moment on. `restorable`: whoever still knows its id may make it
 * again by that id.
 * @throws AppError rate_limited, confirm_identity; not_found, for a foreign alias as for an unknown one.
 */
export async function deleteAlias(
  context: DeleteContext & Pick<TargetContext, 'limiter'>,
  aliasId: string,
  userId: string,
  { restorable = false, proven = false } = {},
): Promise<void> {
  const { database, keys, clock, limiter } = context;
  await limiter.take('aliasChangesPerUser', { userId });
  await database.db.transaction().execute(async (transaction) => {
    const { address, atProvider } = await removeAlias(transaction, context, { aliasId, userId });
    await countAliasChanges(transaction, context, { userId, proven }, [aliasId]);
    await placeTombstone(transaction, keys, { userId, address, atProvider }, new Date(clock.now()));
    if (restorable) await markRestorable(transaction, context, { userId, aliasId }, address);
  });
}

/**
 * Undoes the making of an alias that the provider refused: its address is as free as it was. `lifted`: the tombstone that
 * gave way to it. Where the provider took the alias after all, between its refusal and this, it is deleted like any other.
 * @throws AppError not_found when its owner was quicker.
 */
export async function withdrawAlias(context: DeleteContext, own: OwnAlias, lifted: Tombstone | null): Promise<void> {
  const { database, keys, clock } = context;
  await database.db.transaction().execute(async (transaction) => {
    const { address, atProvider } = await removeAlias(transaction, context, own);
    if (lifted !== null) await restoreTombstone(transaction, lifted);
    else if (atProvider) {
      await placeTombstone(transaction, keys, { userId: own.userId, address, atProvider }, new Date(clock.now()));
    }
  });
}
