import { AppError } from '#contract/errors.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { findTargetIds, linkTargets } from '#core/alias-rows/alias-links.ts';
import { eraseAliasRows, insertAliasRows, type PassedAlias } from '#core/alias-rows/change-rows.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { type NotedDb, scopeOf } from '#core/forwarding-provider.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

/** Both accounts, held by the caller until its transaction ends, and where the mail goes from now on. */
export interface Passing {
  readonly giverId: string;
  readonly takerId: string;
  /** Of the taker, in their order. */
  readonly targetIds: readonly string[];
}

/**
 * Mail that was accepted for the giver stays the giver's: what waits for a target leads there by its envelope once no alias does,
 * and what was sent goes out.
 */
async function leaveDeliveries(db: Db, aliasIds: readonly string[]): Promise<void> {
  await db.updateTable('spoolDeliveries').set({ aliasId: null }).where('aliasId', '=', anyOf(aliasIds)).execute();
}

/** Takes the rows away with all that hangs on them, and gives back what they were called. */
async function removeRows(db: Db, context: TargetContext, giverId: string, ids: readonly string[]) {
  const { provider } = context;
  const scope = scopeOf(giverId, ids);
  const targetIds = await findTargetIds(db, ids);
  const which = { ids, userId: giverId };
  const rows = await provider.changeAliases(db, scope, (noted) =>
    provider.changeCredentials(noted, scope, async (both) => {
      const gone = await readAliasRows(both, which, ['id', 'localPart', 'domainId', 'everUsed'], 'update');
      await eraseAliasRows(both, which);
      return gone;
    }),
  );
  await removeUnusedTargets(db, context, giverId, targetIds);
  return rows;
}

/** The same names as new aliases: that mail came to them is all that they keep. */
async function insertRows(
  db: NotedDb,
  context: Pick<TargetContext, 'clock'>,
  { takerId, targetIds }: Passing,
  rows: readonly PassedAlias[],
): Promise<void> {
  await insertAliasRows(db, takerId, rows, new Date(context.clock.now()));
  await linkTargets(
    db,
    context,
    rows.map(({ id }) => id),
    targetIds,
  );
}

/**
 * Makes aliases of one account those of another, by name alone: the rows are erased with their targets, notes, labels, credentials,
 * correspondents, rules, held mail, traces and counts, and new ones take their names. No tombstone is left in between.
 * @throws AppError link_unusable where one is not the giver's any more; too_many_aliases.
 */
export async function passAliases(
  db: Db,
  context: TargetContext,
  passing: Passing,
  aliasIds: readonly string[],
): Promise<string[]> {
  if (aliasIds.length === 0) return [];
  const { giverId, takerId } = passing;
  const { left, refusal } = await findAliasRoom(db, context, takerId);
  if (left < aliasIds.length) throw refusal;
  await leaveDeliveries(db, aliasIds);
  const former = await removeRows(db, context, giverId, aliasIds);
  if (former.length < aliasIds.length) throw new AppError('link_unusable');
  const rows = former.map((row) => ({ ...row, id: context.random.uuid() }));
  const ids = rows.map(({ id }) => id);
  await context.provider.changeAliases(db, scopeOf(takerId, ids), (noted) => insertRows(noted, context, passing, rows));
  return ids;
}
