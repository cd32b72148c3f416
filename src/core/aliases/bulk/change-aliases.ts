import type { AliasTarget } from '#contract/aliases.ts';
import type { BulkChange, BulkInput, BulkResponse } from '#contract/aliases/bulk.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import { deleteAliases, restoreAliases } from '#core/aliases/bin.ts';
import { readBinDays } from '#core/aliases/delete-alias.ts';
import { findAliasIds } from '#core/aliases/bulk/find-aliases.ts';
import { changeFields, labelAliases, unlabelAliases } from '#core/aliases/change-fields.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { countAliasChanges, type AliasChanger } from '#core/targets/count-alias-changes.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { recordUndo, type AliasGroup } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { answers } from '#messages/server/answers.ts';

/** `userId`: the account that is signed in. */
interface BulkChanger extends AliasChanger {
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

type Skipped = readonly BulkResponse['skipped'][number][];

/** What came of a change, and what undoes it. */
interface Done {
  readonly changed: ReadonlySet<string>;
  readonly groups: readonly AliasGroup[];
  readonly skipped: Skipped;
  /** Targets that are new to some aliases. */
  readonly added: readonly AliasTarget[];
}

function skip(ids: readonly string[], code: ErrorCode): Skipped {
  const { message } = errorTable[code];
  return ids.map((id) => ({ id, message }));
}

function skipFixed(ids: readonly string[]): Skipped {
  return ids.map((id) => ({ id, message: aliasFaultTexts.aliasFixed }));
}

const nothing = { skipped: [], added: [] } as const;

async function deleteAll(db: Db, context: TargetContext, changer: BulkChanger, ids: readonly string[]): Promise<Done> {
  const { userId } = changer;
  const days = await readBinDays(db, userId);
  await countAliasChanges(db, context, changer, ids);
  const gone = (await deleteAliases(db, context, { userId, aliasIds: ids }, days)).map(({ id }) => id);
  const groups = days > 0 && gone.length > 0 ? [{ aliasIds: gone, binned: true as const }] : [];
  return { changed: new Set(ids), groups, ...nothing };
}

async function restoreAll(
  db: Db,
  context: TargetContext,
  { userId }: BulkChanger,
  ids: readonly string[],
): Promise<Done> {
  const { restored, targetless } = await restoreAliases(db, context, { userId, aliasIds: ids });
  return { changed: new Set(restored), groups: [], skipped: skip(targetless, 'no_target'), added: [] };
}

async function changeAll(
  db: Db,
  context: TargetContext,
  changer: BulkChanger,
  { ids, change: wanted }: { readonly ids: readonly string[]; readonly change: BulkChange },
): Promise<Done> {
  const own = { userId: changer.userId, aliasIds: ids };
  const { forwardTo, addLabels = [], removeLabels = [], ...alike } = wanted;
  const targets = forwardTo === undefined ? undefined : readTargets(context, forwardTo);
  const fields = await changeFields(db, context, own, { ...alike, targets });
  const { changed, fixed, added } = fields.retargeted;
  if (changed.length > 0) await countAliasChanges(db, context, changer, changed);
  const groups = [
    ...(await labelAliases(db, context, own, addLabels)),
    ...(await unlabelAliases(db, context, own, removeLabels)),
    ...fields.groups,
  ];
  return {
    changed: new Set([...groups.flatMap(({ aliasIds }) => aliasIds), ...changed]),
    groups,
    skipped: [...skip(fields.ended, 'alias_ended'), ...skipFixed(fixed)],
    added,
  };
}

function change(
  db: Db,
  context: TargetContext,
  changer: BulkChanger,
  order: { ids: readonly string[]; change: BulkChange },
) {
  const { ids, change: wanted } = order;
  if (wanted.delete === true) return deleteAll(db, context, changer, ids);
  if (wanted.restore === true) return restoreAll(db, context, changer, ids);
  return changeAll(db, context, changer, order);
}

function deedOf(wanted: BulkChange): 'changed' | 'deleted' | 'restored' {
  if (wanted.restore === true) return 'restored';
  return wanted.delete === true ? 'deleted' : 'changed';
}

/** What it takes to undo a change of many, under the name of one of them. */
async function recordMany(
  db: Db,
  context: TargetContext,
  userId: string,
  { groups, changed }: Done,
): Promise<string | null> {
  const [first] = groups[0]?.aliasIds ?? [];
  const ids = first === undefined ? [] : [first];
  const [named] = await readAliasRows(db, { ids, whereabouts: 'any' }, ['address']);
  if (named === undefined) return null;
  const many = { address: named.address, more: changed.size - 1, groups: [...groups] };
  return recordUndo(db, context, userId, { aliases: [], many });
}

/**
 * Changes many aliases of this account at once, in one transaction of a few statements however many there are: what can be
 * changed of them is, and the answer says of the others why not. It counts once towards limits, but each alias that is
 * deleted or sent elsewhere counts towards the number that takes a fresh proof.
 * @throws AppError rate_limited, invalid_input, confirm_identity, too_many_labels, too_many_targets.
 */
export async function changeAliases(
  context: TargetContext,
  changer: BulkChanger,
  { ids, filter, change: wanted }: BulkInput,
): Promise<BulkResponse> {
  const { userId, ip } = changer;
  const asked = wanted.restore === true ? ({ ...filter, state: 'bin' } as const) : { ...filter };
  await context.limiter.take('aliasChangesPerUser', { userId });
  const { done, undo } = await context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const found = [...new Set(ids ?? (await findAliasIds(transaction, context, userId, asked)))];
    const which = { ids: found, userId, whereabouts: wanted.restore === true ? 'binned' : 'live' } as const;
    const own = await readAliasIds(transaction, which, 'update');
    const held = new Set(own);
    const strange = skip(
      found.filter((id) => !held.has(id)),
      'not_found',
    );
    const result = await change(transaction, context, changer, { ids: own, change: wanted });
    const name = await recordMany(transaction, context, userId, result);
    // Named ids tell what became of them; what a filter finds beside what can be changed was not meant.
    return { done: { ...result, skipped: [...(ids === undefined ? [] : strange), ...result.skipped] }, undo: name };
  });
  for (const target of done.added) await requestConfirmation(context, { userId, target, ip });
  return {
    changed: done.changed.size,
    skipped: [...done.skipped],
    message: answers.aliasesChanged(done.changed.size, deedOf(wanted)),
    undo,
  };
}
