import { AppError } from '#contract/errors.ts';
import type { Move } from '#contract/moves/moves.ts';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { deleteAliases } from '#core/aliases/bin.ts';
import { readBinDays } from '#core/aliases/delete-alias.ts';
import { liftOwnTombstones } from '#core/aliases/tombstones.ts';
import { holdMoveRow, type MoveRow, openItem, type OwnMove } from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { getMove } from '#core/moving-in/moves.ts';
import { countAliasChanges } from '#core/targets/count-alias-changes.ts';
import { lockAccount } from '#core/user-row.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { Db } from '#database/database.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Taken back by one request, in one transaction. */
const batch = 500;
const undoMs = moveLimits.undoHours * 60 * 60_000;

/** Who takes a move back. */
export interface MoveUndoer extends OwnMove {
  /** Proved lately who they are, or a program that may: more than twenty aliases go at once. */
  readonly proven: boolean;
}

/** What was never used goes as if it had never been; what got mail goes the usual way, by the bin. */
async function removeAliases(db: Db, context: MovingContext, undoer: MoveUndoer): Promise<number> {
  const { userId, moveId } = undoer;
  const made = db.selectFrom('moveItems').select('aliasId').where('moveId', '=', moveId).where('outcome', '=', 'made');
  const rows = await readAliasRows(db, { userId, within: made, first: batch }, ['id', 'everUsed'], 'update');
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await countAliasChanges(db, context, undoer, ids);
  const binDays = await readBinDays(db, userId);
  const of = (used: boolean) => rows.filter(({ everUsed }) => everUsed === used).map(({ id }) => id);
  await db.deleteFrom('siteChanges').where('userId', '=', userId).where('aliasId', 'in', ids).execute();
  await db
    .updateTable('moveItems')
    .set({ outcome: null, aliasId: null })
    .where('moveId', '=', moveId)
    .where('outcome', '=', 'made')
    .where('aliasId', 'in', ids)
    .execute();
  for (const [aliasIds, days] of [
    [of(false), 0],
    [of(true), binDays],
  ] as const) {
    if (aliasIds.length > 0) await deleteAliases(db, context, { userId, aliasIds }, days);
  }
  return rows.length;
}

/** Names that this move kept from coming back may come back. */
async function releaseKept(db: Db, context: MovingContext, { moveId, userId }: OwnMove): Promise<void> {
  const rows = await db
    .selectFrom('moveItems')
    .select(['id', 'sealed'])
    .where('moveId', '=', moveId)
    .where('outcome', '=', 'kept')
    .execute();
  const domains = await db.selectFrom('domains').select(['id', 'name']).where('ownerId', '=', userId).execute();
  const ids = new Map(domains.map(({ id, name }) => [name, id]));
  const given = rows.flatMap((row) => {
    const address = openItem(context.keys, row).address.toLowerCase();
    const ofDomain = ids.get(splitAddress(address).domain);
    return ofDomain === undefined ? [] : [{ address, ofDomain }];
  });
  // Nothing that a provider hears of.
  await liftOwnTombstones(db as NotedDb, context.keys, given);
  // Also those whose aliases their owner deleted meanwhile.
  await db.updateTable('moveItems').set({ outcome: null }).where('moveId', '=', moveId).execute();
}

function checkUndoable({ ranAt, stage }: MoveRow, nowMs: number): void {
  if (stage === 'reading') throw new AppError('move_stage');
  const isLate = ranAt === null || ranAt.getTime() + undoMs <= nowMs;
  if (isLate && stage !== 'undoing') throw new AppError('move_stage');
}

/**
 * Takes back what a move made, for a day after its last run: whoever calls it calls it again while the stage is `undoing`.
 * Afterwards it is planned, and can be run once more.
 * @throws AppError not_found, move_stage, rate_limited, confirm_identity.
 */
export async function undoMove(context: MovingContext, undoer: MoveUndoer): Promise<Move> {
  const { database, clock, limiter } = context;
  const { userId, moveId } = undoer;
  await limiter.take('moveStepsPerUser', { userId });
  await database.db.transaction().execute(async (db) => {
    await lockAccount(db, userId);
    checkUndoable(await holdMoveRow(db, undoer), clock.now());
    const removed = await removeAliases(db, context, undoer);
    const isMore = removed === batch;
    if (!isMore) await releaseKept(db, context, undoer);
    await db
      .updateTable('moves')
      .set({ stage: isMore ? 'undoing' : 'planned', touchedAt: new Date(clock.now()) })
      .where('id', '=', moveId)
      .execute();
  });
  return getMove(context, undoer);
}
