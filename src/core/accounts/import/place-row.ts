import type { ControlledTransaction } from 'kysely';
import type { AccountChoices } from '#contract/account/choices.ts';
import type { AliasTarget } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import type { ImportRow } from '#contract/export.ts';
import { limits } from '#contract/limits.ts';
import { providerFeatures } from '#contract/provider.ts';
import type { SenderRuleInput } from '#contract/held/sender-rules.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { columnsOf } from '#core/alias-rows/owner-columns.ts';
import { saveAccountChoices } from '#core/domains/account-choices.ts';
import { placeDomain } from '#core/accounts/import/place-domain.ts';
import { type CheckedKey, placeKey } from '#core/accounts/import/place-key.ts';
import type { PlannedAccount, PlannedAlias, PlannedKey, PlannedRow } from '#core/accounts/import/plan-row.ts';
import { ensureLabels } from '#core/labels/alias-labels.ts';
import { placeAlias } from '#core/aliases/place-alias.ts';
import { findUsableDomain } from '#core/domains/usable-domain.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import type { PlainRule } from '#core/sender-rules/rule-cells.ts';
import { addWithin } from '#core/sender-rules/sender-rules.ts';
import type { Db } from '#database/database.ts';
import type { Tables } from '#database/tables.ts';
import { importWords } from '#messages/server/answers.ts';

/** A row as it can be placed: keys are checked first. */
export type PlaceableRow = Exclude<PlannedRow, PlannedKey> | CheckedKey;

export interface PlacedRow extends Pick<ImportRow, 'outcome' | 'message'> {
  /** Tells that somebody else has, or had, the address. */
  readonly isUnavailable: boolean;
  /** A domain that is the account's now. */
  readonly claimed: boolean;
  /** Of the alias or the domain that was made. */
  readonly targets: readonly AliasTarget[];
}

const savepoint = 'import_row';
const nothing = { isUnavailable: false, claimed: false, targets: [] };

/** A name that is reserved and an address that is not available, for whatever reason, end alike. */
function refusal(error: AppError): PlacedRow {
  const isUnavailable = error.code === 'alias_unavailable';
  const outcome = isUnavailable || error.code === 'alias_reserved' ? 'reserved' : 'invalid';
  const message = Object.values(error.details.errors ?? {})[0]?.[0] ?? error.message;
  return { ...nothing, outcome, message, isUnavailable };
}

interface Placing {
  readonly db: Db;
  readonly context: OwnDomainContext;
  readonly userId: string;
}

async function addRules(
  { db, context, userId }: Placing,
  scope: SenderRuleInput['scope'],
  rules: readonly PlainRule[],
): Promise<void> {
  for (const rule of rules) await addWithin(db, context, userId, { scope, ...rule });
}

/** A domain that takes no aliases of the account here is not chosen. */
async function placeChoices({ db, context: { domains }, userId }: Placing, choices: Partial<AccountChoices>) {
  const { defaultDomain: name, ...formats } = choices;
  const usable = name ? await findUsableDomain(db, domains, { userId, name }) : null;
  const change = { ...formats, ...(usable !== null && !usable.retired && { defaultDomain: usable.name }) };
  await saveAccountChoices({ database: { db }, domains }, userId, change);
}

/** What the account chose about held mail already stays; mail is counted where it can be. */
async function placeAccount(placing: Placing, planned: PlannedAccount): Promise<PlacedRow> {
  const { db, context, userId } = placing;
  const { rules, holdDays, heldDigest, countMail, choices, labels } = planned;
  if (holdDays !== null) {
    const choice = db.updateTable('users').set({ holdDays, heldDigest }).where('id', '=', userId);
    await choice.where('holdDays', 'is', null).execute();
  }
  if (countMail && providerFeatures[context.provider.name].counts) {
    await db.updateTable('users').set({ countMail }).where('id', '=', userId).execute();
  }
  await placeChoices(placing, choices);
  await ensureLabels(db, context, userId, labels);
  // Rules that hold need it.
  await addRules(placing, 'account', rules);
  return { ...nothing, outcome: 'created', message: importWords.accountRules };
}

async function placeAliasOf(
  placing: Placing,
  { input, active, notesCut, rules, settings }: PlannedAlias,
): Promise<PlacedRow> {
  const { db: transaction, context, userId } = placing;
  const { id, targets } = (await placeAlias(transaction, context, { userId, input })).alias;
  await addRules(placing, { aliasId: id }, rules);
  // Whoever forwards elsewhere has none of these.
  if (Object.keys(settings).length > 0 && providerFeatures[context.provider.name].transparent)
    await changeAliasRows(transaction, { ids: [id] }, columnsOf(context.keys, id, settings));
  // It was noted with its creation, in this very transaction.
  if (!active) {
    await context.provider.changeAliases(transaction, { aliasId: id, userId }, (db) =>
      changeAliasRows(db, { ids: [id] }, { active }),
    );
  }
  const message = notesCut ? importWords.notesCut(limits.notesMax) : '';
  return { ...nothing, outcome: 'created', message, targets };
}

async function place(placing: Placing, plan: PlaceableRow): Promise<PlacedRow> {
  switch (plan.kind) {
    case 'checked_key':
      return { ...nothing, ...(await placeKey(placing.db, placing.context, placing.userId, plan)) };
    case 'account':
      return placeAccount(placing, plan);
    case 'domain':
      return { ...nothing, ...(await placeDomain(placing.db, placing.context, placing.userId, plan)) };
    case 'alias':
      return placeAliasOf(placing, plan);
  }
}

/**
 * Makes what a row says: an alias, a domain, or what holds for the account. What may not be made leaves no trace in the
 * transaction, which goes on. @throws Error when anything else fails: nothing may be committed then.
 */
export async function placeRow(
  transaction: ControlledTransaction<Tables>,
  context: OwnDomainContext,
  userId: string,
  plan: PlaceableRow,
): Promise<PlacedRow> {
  const inRow = await transaction.savepoint(savepoint).execute();
  try {
    const placed = await place({ db: inRow, context, userId }, plan);
    await inRow.releaseSavepoint(savepoint).execute();
    return placed;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await inRow.rollbackToSavepoint(savepoint).execute();
    await inRow.releaseSavepoint(savepoint).execute();
    return refusal(error);
  }
}
