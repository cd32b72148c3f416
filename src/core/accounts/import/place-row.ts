import type { ControlledTransaction } from 'kysely';
import { type AliasTarget, createAliasSchema, type CreateAliasInput } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { splitLabels } from '#contract/aliases/life-faults.ts';
import { accountRow, type ImportRow } from '#contract/export.ts';
import { limits } from '#contract/limits.ts';
import type { SenderRuleInput } from '#contract/held/sender-rules.ts';
import { type PlainRule, readRuleCell } from '#core/sender-rules/rule-cells.ts';
import { addWithin } from '#core/sender-rules/sender-rules.ts';
import type { FileRow } from '#core/accounts/import/read-alias-file.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { placeAlias } from '#core/aliases/place-alias.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Tables } from '#database/tables.ts';
import { importWords } from '#messages/server/answers.ts';

export interface PlacedRow extends Pick<ImportRow, 'outcome' | 'message'> {
  /** Tells that somebody else has, or had, the address. */
  readonly isUnavailable: boolean;
  /** Of the alias that was made. */
  readonly targets: readonly AliasTarget[];
}

const savepoint = 'import_row';

/** A name that is reserved and an address that is not available, for whatever reason, end alike. */
function refusal(error: AppError): PlacedRow {
  const isUnavailable = error.code === 'alias_unavailable';
  const outcome = isUnavailable || error.code === 'alias_reserved' ? 'reserved' : 'invalid';
  const message = Object.values(error.details.errors ?? {})[0]?.[0] ?? error.message;
  return { outcome, message, isUnavailable, targets: [] };
}

/**
 * Makes the alias of a row. One that may not be made leaves no trace in the transaction, which goes on.
 * @throws Error when anything else fails: nothing may be committed then.
 */
export async function placeRow(
  transaction: ControlledTransaction<Tables>,
  context: TargetContext,
  userId: string,
  { input, active, notesCut, rules }: PlannedRow,
): Promise<PlacedRow> {
  const inRow = await transaction.savepoint(savepoint).execute();
  try {
    const addRules = async (scope: SenderRuleInput['scope']): Promise<void> => {
      for (const rule of rules) await addWithin(inRow, context, userId, { scope, ...rule });
    };
    if (input === null) {
      await addRules('account');
      await inRow.releaseSavepoint(savepoint).execute();
      return { outcome: 'created', message: importWords.accountRules, isUnavailable: false, targets: [] };
    }
    const { id, targets } = (await placeAlias(inRow, context, { userId, input })).alias;
    await addRules({ aliasId: id });
    // It was noted with its creation, in this very transaction.
    if (!active) {
      await context.provider.changeAliases(inRow, { aliasId: id, userId }, (db) =>
        db.updateTable('aliases').set({ active }).where('id', '=', id).execute(),
      );
    }
    await inRow.releaseSavepoint(savepoint).execute();
    const message = notesCut ? importWords.notesCut(limits.notesMax) : '';
    return { outcome: 'created', message, isUnavailable: false, targets };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await inRow.rollbackToSavepoint(savepoint).execute();
    await inRow.releaseSavepoint(savepoint).execute();
    return refusal(error);
  }
}

/** A row that can become an alias, as far as one can tell without asking the database. */
export interface PlannedRow {
  readonly row: number;
  readonly address: string;
  /** Null: only rules of the whole account. */
  readonly input: CreateAliasInput | null;
  readonly rules: readonly PlainRule[];
  readonly active: boolean;
  readonly notesCut: boolean;
}

interface ImportDefaults {
  readonly nowMs: number;
  /** Domains that take new aliases. */
  readonly ownDomains: ReadonlySet<string>;
  /** In place of any other. */
  readonly domain: string;
  /** Where a row names no inbox; may be empty. */
  readonly forwardTo: string;
}

/** Ends that are over already end nothing: the file says of such an alias that it is not active. */
function readLifeCells({ expiresAt, messagesLeft, idleDays }: FileRow['life'], nowMs: number) {
  const isOver = expiresAt.trim() !== '' && Date.parse(expiresAt) <= nowMs;
  return {
    ...(expiresAt.trim() !== '' && !isOver && { expiresAt: expiresAt.trim() }),
    ...(Number(messagesLeft) !== 0 && { maxMessages: Number(messagesLeft) }),
    ...(Number(idleDays) !== 0 && { idleDays: Number(idleDays) }),
  };
}

/** What to make of a row of a file of aliases; a report at once when it can become none. */
export function planRow(file: FileRow, defaults: ImportDefaults): PlannedRow | ImportRow {
  const { row, active, notes } = file;
  const rules = readRuleCell(file.senderRules ?? '');
  if (rules === null) return { row, alias: file.localPart, outcome: 'invalid', message: importWords.rulesUnreadable };
  if (file.localPart.trim() === accountRow)
    return { row, address: accountRow, input: null, rules, active, notesCut: false };
  const ownDomain = file.domain.trim().toLowerCase();
  const domain = defaults.ownDomains.has(ownDomain) ? ownDomain : defaults.domain;
  const address = `${file.localPart.trim().toLowerCase()}@${domain}`;
  if (file.deleted) return { row, alias: address, outcome: 'invalid', message: importWords.deleted };
  const forwardTo = file.forwardTo.trim() === '' ? defaults.forwardTo : file.forwardTo;
  const notesCut = notes.length > limits.notesMax;
  const copied = file.copyReplies && { copyReplies: true };
  const own = { labels: splitLabels(file.labels), ...readLifeCells(file.life, defaults.nowMs), ...copied };
  const wish = { alias: file.localPart, domain, forwardTo, notes: cutNotes(notes), ...own };
  const read = createAliasSchema.safeParse(wish);
  if (!read.success) {
    const message = read.error.issues[0]?.message ?? importWords.unreadable;
    return { row, alias: address, outcome: 'invalid', message };
  }
  return { row, address, input: read.data, rules, active, notesCut };
}
