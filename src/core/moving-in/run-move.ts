import type { ControlledTransaction } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Move, MoveReason } from '#contract/moves/moves.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasIds } from '#core/alias-rows/read-rows.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { makeAliasName } from '#core/aliases/generated/make-alias-name.ts';
import { placeAlias } from '#core/aliases/place-alias.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { countAllWithin } from '#core/limits/count-use.ts';
import { rateLimitRules, type RateLimitRule } from '#core/limits/rate-limit-rules.ts';
import { addChanges, findChanged } from '#core/moving-in/checklist.ts';
import { addSuffix } from '#core/moving-in/decide-item.ts';
import { keepDeleted } from '#core/moving-in/keep-deleted.ts';
import {
  holdMoveRow,
  type ItemRow,
  type MoveAlias,
  type MoveRow,
  openItem,
  type OwnMove,
  sealItem,
} from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { getMove } from '#core/moving-in/moves.ts';
import { openTarget, selectTargets, targetView } from '#core/targets/target-views.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { splitAddress } from '#platform/addresses.ts';

/** Made by one request, in one transaction: what a break costs at most. */
const batch = 100;
const savepoint = 'move_item';

type Transaction = ControlledTransaction<Tables>;

interface Item {
  readonly row: ItemRow;
  readonly alias: MoveAlias;
  /** `name@domain`, as it becomes. */
  readonly wanted: string;
}

type Placed =
  | { readonly kind: 'made'; readonly aliasId: string; readonly address: string; readonly unavailable: number }
  | { readonly kind: 'refused'; readonly reason: MoveReason; readonly unavailable: number };

function reasonOf(error: AppError): MoveReason {
  if (error.code === 'too_many_aliases' || error.code === 'too_many_targets' || error.code === 'too_many_labels') {
    return 'room';
  }
  if (error.code === 'alias_unavailable') return 'taken';
  return error.details.errors?.['forwardTo'] === undefined ? 'name' : 'inbox';
}

/** One try at one address, which leaves nothing in the transaction where it fails. @throws AppError */
async function tryPlace(transaction: Transaction, context: MovingContext, userId: string, item: MoveAlias, to: string) {
  const inItem = await transaction.savepoint(savepoint).execute();
  try {
    const { note: notes, labels, forwardTo } = item;
    const { local: alias, domain } = splitAddress(to);
    const input = { alias, domain, forwardTo, notes, labels: [...labels] };
    const { id } = (await placeAlias(inItem, context, { userId, input })).alias;
    if (!item.active) {
      await context.provider.changeAliases(inItem, { aliasId: id, userId }, (db) =>
        changeAliasRows(db, { ids: [id] }, { active: false }),
      );
    }
    await inItem.releaseSavepoint(savepoint).execute();
    return id;
  } catch (error) {
    await inItem.rollbackToSavepoint(savepoint).execute();
    await inItem.releaseSavepoint(savepoint).execute();
    throw error;
  }
}

/** Whether the account has made it since the move was planned. */
async function isOwn(db: Db, userId: string, address: string): Promise<boolean> {
  return (await readAliasIds(db, { userId, address })).length > 0;
}

/** Makes an alias. One that has to take another address takes a longer one where somebody has its name; a kept one does not. */
async function place(
  transaction: Transaction,
  context: MovingContext,
  userId: string,
  { alias: item, wanted }: Item,
): Promise<Placed> {
  const { random } = context;
  const { local: name, domain } = splitAddress(wanted);
  const others = [`${addSuffix(random, name)}@${domain}`, `${makeAliasName(random, 'words')}@${domain}`];
  const tries = item.becomes === null ? [wanted] : [wanted, ...others];
  let unavailable = 0;
  for (const [index, address] of tries.entries()) {
    try {
      return {
        kind: 'made',
        aliasId: await tryPlace(transaction, context, userId, item, address),
        address,
        unavailable,
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (item.becomes === null && (await isOwn(transaction, userId, address))) {
        return { kind: 'refused', reason: 'yours', unavailable };
      }
      const isTaken = error.code === 'alias_unavailable' || error.code === 'alias_reserved';
      if (error.code === 'alias_unavailable') unavailable += 1;
      if (!isTaken || index === tries.length - 1) return { kind: 'refused', reason: reasonOf(error), unavailable };
    }
  }
  return { kind: 'refused', reason: 'name', unavailable };
}

/** Names of others that were met count like those of an import: this is no faster way to learn them. */
async function count(
  context: MovingContext,
  userId: string,
  amounts: readonly (readonly [RateLimitRule, number])[],
): Promise<void> {
  const requests = amounts.flatMap(([rule, amount]) =>
    amount === 0 ? [] : [{ rule, subject: { userId }, amount, max: rule.max }],
  );
  const counted = await countAllWithin(context, requests);
  if (!counted.granted)
    throw new AppError('rate_limited', counted.endsAt === null ? {} : { resetTime: counted.endsAt });
}

/** The next ones to make, in one order for everybody, so that two who take the same names do not wait for each other. */
async function readBatch(db: Db, context: MovingContext, moveId: string): Promise<Item[]> {
  const rows = await db
    .selectFrom('moveItems')
    .selectAll()
    .where('moveId', '=', moveId)
    .where('verdict', '=', 'new')
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(batch)
    .execute();
  const items = rows.map((row): Item => {
    const alias = openItem(context.keys, row);
    return { row, alias, wanted: alias.becomes ?? alias.address.toLowerCase() };
  });
  return items.toSorted((a, b) => Number(a.wanted > b.wanted) - Number(a.wanted < b.wanted));
}

async function writeOutcome(db: Db, { keys }: MovingContext, { row, alias }: Item, placed: Placed): Promise<void> {
  const update = db.updateTable('moveItems').where('id', '=', row.id);
  if (placed.kind === 'refused') {
    const isThere = placed.reason === 'yours' || placed.reason === 'moved';
    await update.set({ verdict: isThere ? 'clash' : 'cannot', reason: placed.reason }).execute();
    return;
  }
  const becomes = alias.becomes === null ? null : placed.address;
  const sealed = sealItem(keys, row.id, { ...alias, becomes });
  await update.set({ outcome: 'made', aliasId: placed.aliasId, sealed }).execute();
}

/** Makes one, unless another move did so since this one was planned. */
async function placeNew(
  transaction: Transaction,
  context: MovingContext,
  userId: string,
  item: Item,
  { left, moved }: { readonly left: number; readonly moved: ReadonlySet<string> },
): Promise<Placed> {
  const { address, becomes } = item.alias;
  if (becomes !== null && moved.has(address)) return { kind: 'refused', reason: 'moved', unavailable: 0 };
  if (left < 1) return { kind: 'refused', reason: 'room', unavailable: 0 };
  return place(transaction, context, userId, item);
}

/** Makes the next ones. @returns whether there were any. */
async function makeBatch(
  transaction: Transaction,
  context: MovingContext,
  own: OwnMove,
  { service }: Pick<MoveRow, 'service'>,
): Promise<boolean> {
  const { userId, moveId } = own;
  const items = await readBatch(transaction, context, moveId);
  const addresses = items.map(({ alias }) => alias.address);
  const moved = await findChanged(transaction, context, userId, addresses);
  let { left } = await findAliasRoom(transaction, context, userId);
  let [made, unavailable] = [0, 0];
  for (const item of items) {
    const placed = await placeNew(transaction, context, userId, item, { left, moved });
    unavailable += placed.unavailable;
    await writeOutcome(transaction, context, item, placed);
    if (placed.kind === 'refused') continue;
    left -= 1;
    made += 1;
    const old = item.alias.becomes === null ? [] : [item.alias.address];
    const { position } = item.row;
    const changes = old.map((address) => ({ service, aliasId: placed.aliasId, old: address, position }));
    await addChanges(transaction, context, userId, changes);
  }
  const { importRefusalsPerUser: refusals, importedAliasesPerUser: aliases } = rateLimitRules;
  const scoped = { ...context, database: { ...context.database, db: transaction } };
  await count(scoped, userId, [
    [refusals, unavailable],
    [aliases, made],
  ]);
  return items.length > 0;
}

/** Asks the inboxes that are new to the account, once all is made: each once, whatever number of aliases it has. */
async function askInboxes(context: MovingContext, { moveId, userId, ip }: OwnMove & { readonly ip: string }) {
  const { database, keys } = context;
  const rows = await selectTargets(database.db)
    .where('targets.userId', '=', userId)
    .where('targets.confirmedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('moveItems')
          .innerJoin('aliasTargets', 'aliasTargets.aliasId', 'moveItems.aliasId')
          .select('aliasTargets.targetId')
          .where('moveItems.moveId', '=', moveId)
          .whereRef('aliasTargets.targetId', '=', 'targets.id'),
      ),
    )
    .orderBy('targets.createdAt')
    .execute();
  const pending = rows.map((row) => targetView(openTarget(keys, row))).filter(({ state }) => state === 'pending');
  // More of them than an account may ask for would only be refused one by one.
  const mails = pending.filter(({ kind }) => kind === 'email').slice(0, rateLimitRules.confirmationPerUser.max);
  const hooks = pending.filter(({ kind }) => kind === 'webhook').slice(0, rateLimitRules.webhookCallsPerUser.max);
  for (const target of [...mails, ...hooks]) await requestConfirmation(context, { userId, target, ip });
}

/** One batch, committed with what it did. @returns whether this was the last. */
async function runBatch(context: MovingContext, own: OwnMove): Promise<boolean> {
  const { database, clock } = context;
  const transaction = await database.db.startTransaction().execute();
  try {
    await lockAccount(transaction, own.userId);
    const row = await holdMoveRow(transaction, own);
    if (row.stage !== 'planned' && row.stage !== 'running') throw new AppError('move_stage');
    const isMore = await makeBatch(transaction, context, own, row);
    if (!isMore) await keepDeleted(transaction, context, own.userId, own.moveId);
    const now = new Date(clock.now());
    await transaction
      .updateTable('moves')
      .set({ stage: isMore ? 'running' : 'planned', ranAt: now, touchedAt: now })
      .where('id', '=', own.moveId)
      .execute();
    await transaction.commit().execute();
    return !isMore;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
}

/**
 * Makes the next aliases of a move: whoever calls it calls it again while the stage is `running`. Each batch is made as a whole
 * with what it did noted, so that after a break nothing is made twice.
 * @throws AppError not_found, move_stage, rate_limited.
 */
export async function runMove(context: MovingContext, own: OwnMove & { readonly ip: string }): Promise<Move> {
  await context.limiter.take('moveStepsPerUser', { userId: own.userId });
  const isLast = await runBatch(context, own);
  if (isLast) await askInboxes(context, own);
  return getMove(context, own);
}
