import type { Alias, UpdateAliasInput } from '#contract/aliases.ts';
import { pausedForwardTo } from '#contract/aliases/alias-fields.ts';
import { pickOwn } from '#contract/aliases/own-fields.ts';
import type { ForwardTarget } from '#contract/forward-to.ts';
import type { OwnAlias } from '#core/alias-rows/read-rows.ts';
import { checkAliasName, readTargets } from '#core/aliases/alias-input.ts';
import { changeFields } from '#core/aliases/change-fields.ts';
import type { Retargeted } from '#core/aliases/retarget.ts';
import { moveAlias } from '#core/aliases/move-alias.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import { getAlias, readAlias } from '#core/aliases/read-aliases.ts';
import { AppError } from '#contract/errors.ts';
import { findUsableDomain } from '#core/domains/usable-domain.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import { findStateFault, type NotedDb } from '#core/forwarding-provider.ts';
import { setAliasLabels } from '#core/labels/alias-labels.ts';
import { countAliasChanges, type AliasChanger } from '#core/targets/count-alias-changes.ts';
import { findForwardTo } from '#core/targets/default-target.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { compareFields, recordUndo } from '#core/undos/undos.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

/** `userId`: the account that is signed in. */
export interface AliasUpdate extends AliasChanger {
  readonly aliasId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  readonly input: UpdateAliasInput;
}

/** A new name is checked and counted like a new alias: it tells, too, whether an address is free. */
async function checkRename(context: TargetContext, alias: Alias, { userId, input }: AliasUpdate): Promise<void> {
  if (input.alias === undefined || input.alias === alias.alias) return;
  await context.limiter.take('aliasCreationPerUser', { userId });
  const { db } = context.database;
  const domain = await findUsableDomain(db, context.domains, { userId, name: alias.domain });
  // Elsewhere it cannot move.
  if (domain !== null) checkAliasName(input.alias, domain);
  await context.provider.checkFree(`${input.alias}@${alias.domain}`);
}

/** An alias after a change, and the name of what undoes it; null where nothing was changed. */
interface ChangedAlias {
  readonly alias: Alias;
  readonly undo: string | null;
}

/** What an undo puts back of an alias. */
function undoFields(record: AliasRecord) {
  const { localPart, active, labels, targets } = record;
  const { expiresAt, maxMessages, messagesLeft, idleDays } = record;
  const values = targets.map(({ value }) => value);
  const life = { expiresAt, maxMessages, messagesLeft, idleDays };
  return { localPart, active, labels, targets: values, ...life, ...pickOwn(record) };
}

/** An alias as a change left it. */
interface Changed {
  readonly after: AliasRecord;
  readonly retargeted: Retargeted;
  readonly undo: string | null;
}

/** Who is switched on or off must have life left. @throws AppError alias_ended. */
function checkAlive({ ended }: Pick<AliasRecord, 'ended'>): void {
  if (ended !== null) throw new AppError('alias_ended');
}

/** @throws AppError alias_reserved where others decide what is new to it. */
function checkNotFixed({ fixed }: Retargeted): void {
  if (fixed.length === 0) return;
  const message = aliasFaultTexts.aliasFixed;
  throw new AppError('alias_reserved', { message, errors: { forwardTo: [message] } });
}

/** Changes an alias in the caller's transaction. `wanted`: its targets from now on; null: those it has. */
async function changeAlias(
  db: Db,
  context: TargetContext,
  update: AliasUpdate,
  wanted: readonly ForwardTarget[] | null,
): Promise<Changed> {
  const { aliasId, userId, input } = update;
  const named = { aliasId, userId };
  await lockAccount(db, userId);
  const before = await readAlias(db, context, aliasId, userId);
  const { alias: localPart = before.localPart, active, labels, ...fields } = input;
  const isRenamed = localPart !== before.localPart;
  if (labels !== undefined) await setAliasLabels(db, context, named, labels);
  const rename = (noted: NotedDb) => moveAlias(noted, context, aliasView(before), localPart);
  if (isRenamed) await context.provider.changeAliases(db, named, rename);
  const { retargeted } = await changeFields(
    db,
    context,
    { userId, aliasIds: [aliasId] },
    // What stays as it is, no provider hears of.
    { ...fields, active: active === before.active ? undefined : active, targets: wanted ?? undefined },
  );
  checkNotFixed(retargeted);
  const after = await readAlias(db, context, aliasId, userId);
  if (active !== undefined) checkAlive(after);
  if (isRenamed || retargeted.elsewhere.length > 0) {
    await countAliasChanges(db, context, update, [aliasId]);
  }
  const address = `${before.localPart}@${before.domain}`;
  const changes = [{ aliasId, address, ...compareFields(undoFields(before), undoFields(after)) }];
  return { after, retargeted, undo: await recordUndo(db, context, userId, { aliases: changes }) };
}

/** What was read of a paused alias and is written back means what it says there; what is said of `active` outweighs it. */
function readPause({ forwardTo, lastForwardTo, ...input }: UpdateAliasInput) {
  const isPause = forwardTo === pausedForwardTo;
  const named = isPause ? lastForwardTo : (forwardTo ?? lastForwardTo);
  return { input: { ...input, ...(isPause && { active: input.active ?? false }) }, forwardTo: named ?? null };
}

/**
 * Changes an alias of this account: all of it or nothing; what is left out stays, notes too. Asks inboxes that are new to the alias to confirm
 * themselves. A paused alias stays paused, with other targets kept; one that has ended goes on when it gets another end, or none.
 * @throws AppError not_found, rate_limited, alias_reserved, invalid_input, alias_unavailable, confirm_identity, alias_ended,
 * too_many_labels; provider_refused when the change is stored and the forwarding provider does not want it.
 */
export async function updateAlias(context: TargetContext, asked: AliasUpdate): Promise<ChangedAlias> {
  const { db } = context.database;
  const { aliasId, userId, ip } = asked;
  const { input, forwardTo } = readPause(asked.input);
  const update = { ...asked, input };
  await context.limiter.take('aliasChangesPerUser', { userId });
  await checkRename(context, await getAlias(db, context, aliasId, userId), update);
  const wanted = forwardTo === null ? null : readTargets(context, forwardTo);
  const { after, retargeted, undo } = await db
    .transaction()
    .execute((transaction) => changeAlias(transaction, context, update, wanted));
  const settled = await context.provider.pushAlias(aliasView(after));
  for (const target of retargeted.added) await requestConfirmation(context, { userId, target, ip });
  const fault = findStateFault(settled.providerState);
  if (fault !== null) throw fault;
  return { alias: settled, undo };
}

/**
 * Forwards an alias of this account to other inboxes of it, or to its default target when none is named. For programs
 * that know nothing of webhooks: the alias keeps those it has.
 * @throws AppError not_found, no_target, invalid_input, confirm_identity.
 */
export async function replaceInboxes(
  context: TargetContext,
  own: Omit<AliasUpdate, 'input'>,
  inboxIds: readonly string[],
): Promise<ChangedAlias> {
  const { aliasId, userId } = own;
  const { targets } = await getAlias(context.database.db, context, aliasId, userId);
  const webhooks = targets.filter(({ kind }) => kind === 'webhook').map(({ value }) => value);
  const chosen = await findForwardTo(context, userId, inboxIds);
  const forwardTo = [...new Set([...chosen, ...webhooks])].join(', ');
  return updateAlias(context, { ...own, input: { forwardTo } });
}

/**
 * Switches an alias of this account on, or pauses it: its targets are kept and mail to it is dropped.
 * @throws AppError not_found, for a foreign alias as for an unknown one; rate_limited, alias_ended, provider_refused.
 */
export function toggleAlias(
  context: TargetContext,
  { active, ...own }: OwnAlias & { readonly active: boolean },
): Promise<ChangedAlias> {
  // No inbox is new to it that would be asked for somebody.
  return updateAlias(context, { ...own, ip: '', input: { active } });
}
