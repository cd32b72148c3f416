import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { unbinAlias, type OwnAlias } from '#core/aliases/bin.ts';
import { undoMany, type Undone } from '#core/aliases/bulk/undo-many.ts';
import { today } from '#core/aliases/standing/alias-life.ts';
import { fromNameColumn } from '#core/aliases/standing/from-name.ts';
import { setAliasLabels } from '#core/labels/alias-labels.ts';
import { notesColumns } from '#core/aliases/notes.ts';
import { moveAlias } from '#core/aliases/move-alias.ts';
import { getAlias, getAliases, readAlias } from '#core/aliases/read-aliases.ts';
import { replaceTargets } from '#core/aliases/update-alias.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { webhookSecretContext } from '#core/targets/target-value.ts';
import { bringsTargetsBack, plainFields, takeUndo, type AliasChange, type RemovedTarget } from '#core/undos/undos.ts';
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

type Field = (typeof plainFields)[number] | 'fromName' | 'localPart' | 'targets' | 'labels';

function toTime(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}

/** What an update sets to put fields back; undefined for those that stay. */
function formerFields(
  { clock, keys }: Pick<TargetContext, 'clock' | 'keys'>,
  change: AliasChange,
  back: readonly Field[],
) {
  const former = <Value>(field: Field, pair: readonly [Value, Value] | undefined): Value | undefined =>
    back.includes(field) ? pair?.[0] : undefined;
  const expiresAt = former('expiresAt', change.expiresAt);
  const maxMessages = former('maxMessages', change.maxMessages);
  const idleDays = former('idleDays', change.idleDays);
  const notes = former('notes', change.notes);
  return {
    active: former('active', change.active),
    ...(notes !== undefined && notesColumns(keys, change.aliasId, notes)),
    ...fromNameColumn(keys, 'aliases', change.aliasId, former('fromName', change.fromName)),
    transparent: former('transparent', change.transparent),
    cutThrough: former('cutThrough', change.cutThrough),
    autoReplies: former('autoReplies', change.autoReplies),
    identityParts: former('identityParts', change.identityParts),
    encryptedReplies: former('encryptedReplies', change.encryptedReplies),
    removeTrackers: former('removeTrackers', change.removeTrackers),
    inClear: former('inClear', change.inClear),
    unsubscribe: former('unsubscribe', change.unsubscribe),
    copyReplies: former('copyReplies', change.copyReplies),
    expiresAt: expiresAt === undefined ? undefined : toTime(expiresAt),
    maxMessages,
    messagesLeft: maxMessages === undefined ? undefined : (change.messagesLeft?.[0] ?? maxMessages),
    idleDays,
    // Days without mail count from now on.
    lastUsedOn: typeof idleDays === 'number' ? today(clock) : idleDays,
  };
}

/** Puts back those fields of an alias that are still as the change left them. */
async function putFieldsBack(db: Db, context: TargetContext, own: OwnAlias, change: AliasChange): Promise<Undone> {
  const { aliasId, userId } = own;
  const none = { result: 'none', aliasIds: [], targets: [] } as const;
  const row = await db
    .selectFrom('aliases')
    .select([...plainFields, 'localPart', 'binnedAt'])
    .where('id', '=', aliasId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return none;
  const before = await readAlias(db, context, aliasId, userId, 'any');
  const present = {
    ...row,
    targets: before.targets.map(({ value }) => value),
    labels: before.labels,
    notes: before.notes,
    fromName: before.fromName,
  };
  const changed = ([...plainFields, 'fromName', 'localPart', 'targets', 'labels'] as const).filter(
    (field) => change[field] !== undefined,
  );
  const isAsLeft = (field: Field): boolean => JSON.stringify(present[field]) === JSON.stringify(change[field]?.[1]);
  // In the bin a name is nobody's to change.
  const back = changed.filter((field) => isAsLeft(field) && (field !== 'localPart' || row.binnedAt === null));
  if (back.length === 0) return none;
  const { localPart, targets, labels } = change;
  await context.provider.changeAliases(db, own, async (noted) => {
    if ([...plainFields, 'fromName' as const].some((field) => back.includes(field))) {
      await noted
        .updateTable('aliases')
        .set(formerFields(context, change, back))
        .where('id', '=', aliasId)
        .execute();
    }
    if (localPart !== undefined && back.includes('localPart')) {
      await moveAlias(noted, context, await getAlias(noted, context, aliasId, userId), localPart[0]);
    }
    if (labels !== undefined && back.includes('labels')) await setAliasLabels(noted, context, own, labels[0]);
    if (targets !== undefined && back.includes('targets')) {
      await replaceTargets(noted, context, own, readTargets(context, targets[0].join(', ')));
    }
  });
  const after = await readAlias(db, context, aliasId, userId, 'any');
  const had = new Set(before.targets.map(({ id }) => id));
  const added = after.targets.filter(({ id }) => !had.has(id));
  return { result: back.length === changed.length ? 'all' : 'some', aliasIds: [aliasId], targets: added };
}

async function putAliasBack(db: Db, context: TargetContext, userId: string, change: AliasChange): Promise<Undone> {
  const own = { aliasId: change.aliasId, userId };
  if (change.binned !== true) return putFieldsBack(db, context, own, change);
  const result = (await unbinAlias(db, context, own)) === null ? 'none' : 'all';
  return { result, aliasIds: [change.aliasId], targets: [] };
}

/** Links a target again to the aliases whose other targets are still the same. Returns their ids. */
async function linkAgain(
  db: Db,
  { clock }: Pick<TargetContext, 'clock'>,
  { targetId, userId }: { readonly targetId: string; readonly userId: string },
  { others, aliasIds, positions }: RemovedTarget['groups'][number],
): Promise<string[]> {
  const { rows } = await sql<{ readonly aliasId: string }>`
    insert into alias_targets (alias_id, target_id, position, created_at)
    select a.id, ${targetId}, given.position, ${new Date(clock.now())}
    from unnest(${aliasIds}::uuid[], ${positions}::integer[]) as given (alias_id, position)
    join aliases a on a.id = given.alias_id and a.user_id = ${userId}
    where array(select l.target_id from alias_targets l where l.alias_id = a.id order by l.position) = ${others}::uuid[]
    on conflict do nothing returning alias_id`.execute(db);
  return rows.map(({ aliasId }) => aliasId);
}

/** Puts a removed target back, with its consent unless its owner has stopped us since. */
async function putTargetBack(db: Db, context: TargetContext, userId: string, removed: RemovedTarget): Promise<Undone> {
  const { keys, provider } = context;
  const { confirmedAt, spfReplies, maySend, dropKeys, dropSignatures, secret, groups } = removed;
  const [target] = await ensureTargets(db, context, userId, readTargets(context, removed.value));
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
  await provider.changeAliases(db, { targetId }, () => Promise.resolve());
  const wanted = groups.reduce((sum, { aliasIds }) => sum + aliasIds.length, 0);
  const isAsked = confirmedAt === null ? [target] : [];
  return { result: linked.length === wanted ? 'all' : 'some', aliasIds: linked, targets: isAsked };
}

/** Undoes in the caller's transaction. @throws AppError not_found, undo_overtaken, and the refusal of the wish. */
async function undoAll(db: Db, context: TargetContext, { undo: id, userId, refusal }: UndoWish): Promise<Undone> {
  await lockAccount(db, userId);
  const undo = await takeUndo(db, context, { id, userId });
  if (refusal !== null && bringsTargetsBack(undo)) throw new AppError(refusal);
  const { aliases, removedTarget, many } = undo;
  const done: Undone[] = [];
  for (const group of many?.groups ?? []) done.push(await undoMany(db, context, userId, group));
  if (removedTarget !== undefined) done.push(await putTargetBack(db, context, userId, removedTarget));
  for (const change of aliases) done.push(await putAliasBack(db, context, userId, change));
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
