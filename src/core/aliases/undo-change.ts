import type { Alias } from '#contract/aliases.ts';
import { ownNames } from '#contract/aliases/own-fields.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { linkAgain } from '#core/alias-rows/alias-links.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { undoAlone, undoOne, undoOwnField, type Undone } from '#core/aliases/put-back.ts';
import { getAliases } from '#core/aliases/read-aliases.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { takeDomainPlaces } from '#core/targets/domain-places.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { sealKeyText } from '#core/targets/target-key.ts';
import { webhookSecretContext } from '#core/targets/target-value.ts';
import { bringsTargetsBack, takeUndo, type RemovedTarget } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** A wish to undo a change. */
interface UndoWish {
  readonly undo: string;
  /** The account that is signed in. */
  readonly userId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  /** Why whoever asks may not bring former targets back; null: they may. */
  readonly refusal: ErrorCode | null;
}

/** Mail to it is encrypted as it was, unless it has another key by now. */
async function putKeyBack(db: Db, { keys }: TargetContext, targetId: string, text: string | null): Promise<void> {
  if (text === null) return;
  await db
    .updateTable('targets')
    .set({ encryptionKeySealed: sealKeyText(keys, targetId, text) })
    .where('id', '=', targetId)
    .where('encryptionKeySealed', 'is', null)
    .execute();
}

/** Puts a removed target back, with its key, and with its consent unless its owner has stopped us since. */
async function putTargetBack(db: Db, context: TargetContext, userId: string, removed: RemovedTarget): Promise<Undone> {
  const { keys, provider } = context;
  const { confirmedAt, spfReplies, maySend, dropKeys, dropSignatures, secret, groups, places = [] } = removed;
  const [target] = await ensureTargets(db, context, userId, readTargets(context, removed.value), removed.id);
  if (target === undefined) throw new Error('A target vanished inside its own transaction');
  const { id: targetId } = target;
  await db
    .updateTable('targets')
    .set({
      confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
      spfReplies,
      maySend,
      dropKeys,
      dropSignatures,
      ...(secret !== null && { secretSealed: keys.seal(webhookSecretContext(targetId), secret) }),
    })
    .where('id', '=', targetId)
    .where('confirmedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stoppedAddresses').select('addressHash').whereRef('addressHash', '=', 'valueHash'))),
    )
    .execute();
  await putKeyBack(db, context, targetId, removed.encryptionKey ?? null);
  const links = removed.links.map(({ tokenHash, purpose, expiresAt, usedAt, createdAt }) => ({
    tokenHash: Buffer.from(tokenHash, 'base64'),
    kind: purpose,
    userId,
    targetId,
    expiresAt: new Date(expiresAt),
    usedAt: usedAt === null ? null : new Date(usedAt),
    createdAt: new Date(createdAt),
  }));
  if (links.length > 0) {
    await db
      .insertInto('secretLinks')
      .values(links)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (removed.isDefault) {
    await db
      .updateTable('users')
      .set({ defaultTargetId: targetId })
      .where('id', '=', userId)
      .where('defaultTargetId', 'is', null)
      .execute();
  }
  const linked: string[] = [];
  for (const group of groups) linked.push(...(await linkAgain(db, context, { targetId, userId }, group)));
  const taken = await takeDomainPlaces(db, { targetId, userId }, places);
  await provider.changeAliases(db, { targetId }, () => Promise.resolve());
  const isAsked = confirmedAt === null ? [target] : [];
  const wanted = groups.reduce((sum, { aliasIds }) => sum + aliasIds.length, places.length);
  return { result: linked.length + taken === wanted ? 'all' : 'some', aliasIds: linked, targets: isAsked };
}

/** Undoes in the caller's transaction. @throws AppError not_found, undo_overtaken, and the refusal of the wish. */
async function undoAll(db: Db, context: TargetContext, { undo: id, userId, refusal }: UndoWish): Promise<Undone> {
  await lockAccount(db, userId);
  const undo = await takeUndo(db, context, { id, userId });
  if (refusal !== null && bringsTargetsBack(undo)) throw new AppError(refusal);
  const { aliases, removedTarget, many } = undo;
  const done: Undone[] = [];
  let groups = many?.groups ?? [];
  for (const name of ownNames) {
    const own = groups.filter((group) => group[name] !== undefined);
    groups = groups.filter((group) => group[name] === undefined);
    if (own.length > 0) done.push(await undoOwnField(db, context, { userId, name }, own));
  }
  for (const group of groups) done.push(await undoOne(db, context, userId, group));
  if (removedTarget !== undefined) done.push(await putTargetBack(db, context, userId, removedTarget));
  for (const change of aliases) done.push(await undoAlone(db, context, userId, change));
  if (done.every(({ result }) => result === 'none')) throw new AppError('undo_overtaken');
  return {
    result: done.every(({ result }) => result === 'all') ? 'all' : 'some',
    aliasIds: done.flatMap(({ aliasIds }) => aliasIds),
    targets: done.flatMap(({ targets }) => targets),
  };
}

/**
 * Undoes a change of this account, once. Puts back only what the change itself changed, and of that only what nobody
 * changed again since: `isWhole` tells whether that was all.
 * @throws AppError not_found for a foreign, used and old change as for an unknown one; undo_overtaken when nothing of it
 * is left to undo; rate_limited; the refusal of the wish; no_target, too_many_targets.
 */
export async function undoChange(
  context: TargetContext,
  wish: UndoWish,
): Promise<{ readonly aliases: Alias[]; readonly isWhole: boolean }> {
  const { database, limiter, provider } = context;
  const { userId, ip } = wish;
  await limiter.take('aliasChangesPerUser', { userId });
  const { result, aliasIds, targets } = await database.db
    .transaction()
    .execute((transaction) => undoAll(transaction, context, wish))
    .catch((error: unknown) => {
      // The former name is somebody's again.
      const isTaken = error instanceof AppError && error.code === 'alias_unavailable';
      throw isTaken ? new AppError('undo_overtaken') : error;
    });
  for (const target of targets) await requestConfirmation(context, { userId, target, ip });
  const aliases = await getAliases(context, aliasIds, userId);
  const [only] = aliases;
  const settled = aliases.length === 1 && only !== undefined ? [await provider.pushAlias(only)] : aliases;
  return { aliases: settled, isWhole: result === 'all' };
}
