import type { AccountChoices } from '#contract/account/choices.ts';
import { createAliasSchema, type CreateAliasInput } from '#contract/aliases.ts';
import type { AliasSettings } from '#contract/aliases/alias-settings.ts';
import { labelNamesSchema } from '#contract/aliases/alias-fields.ts';
import { splitLabels } from '#contract/aliases/life-faults.ts';
import { spellDomain } from '#contract/email-address.ts';
import { accountRow, type ImportRow } from '#contract/export.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { limits } from '#contract/limits.ts';
import { type SetTargetKey, setTargetKeySchema } from '#contract/targets.ts';
import { type DomainSettings, readDomainCells } from '#core/rules/domain-cells.ts';
import type { FileRow } from '#core/accounts/import/read-alias-file.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { readChoicesCell, readSettingsCell } from '#core/accounts/settings-cell.ts';
import { type PlainRule, readRuleCell } from '#core/sender-rules/rule-cells.ts';
import { importWords } from '#messages/server/answers.ts';

interface Planned {
  readonly row: number;
  /** Of an alias; `*` stands for the account, `*@domain` for a domain. */
  readonly address: string;
}

/** A row that can become an alias, as far as one can tell without asking the database. */
export interface PlannedAlias extends Planned {
  readonly kind: 'alias';
  readonly input: CreateAliasInput;
  readonly rules: readonly PlainRule[];
  readonly active: boolean;
  readonly settings: Partial<AliasSettings>;
  readonly notesCut: boolean;
}

/** The key of an inbox, as the file has it. */
export interface PlannedKey extends Planned {
  readonly kind: 'key';
  readonly input: SetTargetKey;
}

/** What holds for the whole account. */
export interface PlannedAccount extends Planned {
  readonly kind: 'account';
  readonly rules: readonly PlainRule[];
  /** Null: the file says nothing. */
  readonly holdDays: number | null;
  readonly heldDigest: boolean;
  readonly countMail: boolean;
  readonly choices: Partial<AccountChoices>;
  /** Beside those that aliases have. */
  readonly labels: readonly string[];
}

/** A domain of one's own. */
export interface PlannedDomain extends Planned, DomainSettings {
  readonly kind: 'domain';
  readonly name: string;
  /** Where its new aliases forward to; null: to the default of the account. */
  readonly forwardTo: string | null;
  readonly active: boolean;
  readonly fromName: string | null;
  readonly description: string;
}

export type PlannedRow = PlannedAlias | PlannedAccount | PlannedDomain | PlannedKey;

interface ImportDefaults {
  readonly nowMs: number;
  /** Domains that take new aliases. */
  readonly ownDomains: ReadonlySet<string>;
  /** Domains that the file brings. */
  readonly brought: ReadonlySet<string>;
  /** In place of any other. */
  readonly domain: string;
  /** Where a row names no inbox; may be empty. */
  readonly forwardTo: string;
}

const textOf = (text: string | null): string => text ?? '';

function nameOf({ domain }: FileRow): string {
  return spellDomain(domain.trim());
}

function isOfDomain(file: FileRow): boolean {
  return file.localPart.trim() === accountRow && nameOf(file) !== '';
}

/** The domains that a file brings, in lower case. */
export function listBrought(files: readonly FileRow[]): Set<string> {
  return new Set(files.filter(isOfDomain).map(nameOf));
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

function planDomain(file: FileRow): PlannedDomain | ImportRow {
  const { row } = file;
  const name = nameOf(file);
  const address = `${accountRow}@${name}`;
  const settings = readDomainCells(file.ofDomain?.catchAll ?? '', file.ofDomain?.rules ?? '');
  const chosen = readSettingsCell(file.settings ?? '');
  if (settings === null || chosen === null) {
    return { row, alias: address, outcome: 'invalid', message: importWords.domainUnreadable };
  }
  const forwardTo = file.forwardTo.trim();
  const { fromName = null } = chosen;
  const description = textOf(file.own.notes).trim().slice(0, limits.domainDescriptionMax).toWellFormed();
  const own = { active: file.active, fromName, description };
  return { kind: 'domain', row, address, name, forwardTo: forwardTo === '' ? null : forwardTo, ...own, ...settings };
}

/** Null: nothing is said. */
function readHoldDays(text: string): number | 'unreadable' | null {
  if (text === '') return null;
  return /^\d{1,2}$/u.test(text) && Number(text) <= heldLimits.holdDaysMax ? Number(text) : 'unreadable';
}

function planAccount(file: FileRow, rules: readonly PlainRule[]): PlannedAccount | ImportRow {
  const { row, heldDigest = false, countMail = false } = file;
  const holdDays = readHoldDays(file.holdDays?.trim() ?? '');
  if (holdDays === 'unreadable') {
    const message = importWords.holdDaysUnreadable(heldLimits.holdDaysMax);
    return { row, alias: accountRow, outcome: 'invalid', message };
  }
  const labels = labelNamesSchema.safeParse(splitLabels(file.labels));
  if (!labels.success) {
    const message = labels.error.issues[0]?.message ?? importWords.unreadable;
    return { row, alias: accountRow, outcome: 'invalid', message };
  }
  const choices = readChoicesCell(file.choices ?? '');
  if (choices === null) return { row, alias: accountRow, outcome: 'invalid', message: importWords.unreadable };
  const said = { rules, holdDays, heldDigest, countMail, choices, labels: labels.data };
  return { kind: 'account', row, address: accountRow, ...said };
}

/** The key of an inbox stands in a row of its own, as one inbox is that of many aliases. */
function planKey(
  { row, forwardTo }: FileRow,
  { key, fingerprint, hideSubject }: NonNullable<FileRow['ofInbox']>,
): PlannedKey | ImportRow {
  const address = forwardTo.trim();
  const kind = /-----BEGIN [A-Z ]*CERTIFICATE-----/u.test(key) ? 'certificate' : 'publicKey';
  const read = setTargetKeySchema.safeParse({ [kind]: key, hideSubject, ...(fingerprint !== '' && { fingerprint }) });
  if (!read.success) return { row, alias: address, outcome: 'invalid', message: importWords.unreadable };
  return { kind: 'key', row, address, input: read.data };
}

function planAlias(
  file: FileRow,
  rules: readonly PlainRule[],
  { ownDomains, brought, ...defaults }: ImportDefaults,
): PlannedAlias | ImportRow {
  const { row, active } = file;
  const notes = textOf(file.own.notes);
  const named = nameOf(file);
  const localPart = file.localPart.trim().toLowerCase();
  if (brought.has(named) && !ownDomains.has(named)) {
    const message = importWords.domainUnproven(named);
    return { row, alias: `${localPart}@${named}`, outcome: 'invalid', message };
  }
  const domain = ownDomains.has(named) ? named : defaults.domain;
  const address = `${localPart}@${domain}`;
  if (file.deleted) return { row, alias: address, outcome: 'invalid', message: importWords.deleted };
  const forwardTo = file.forwardTo.trim() === '' ? defaults.forwardTo : file.forwardTo;
  const notesCut = notes.length > limits.notesMax;
  const life = readLifeCells(file.life, defaults.nowMs);
  const wish = { alias: file.localPart, domain, forwardTo, ...file.own, notes: cutNotes(notes), ...life };
  const settings = readSettingsCell(file.settings ?? '');
  if (settings === null) return { row, alias: address, outcome: 'invalid', message: importWords.settingsUnreadable };
  const read = createAliasSchema.safeParse({ ...wish, labels: splitLabels(file.labels) });
  if (!read.success) {
    const message = read.error.issues[0]?.message ?? importWords.unreadable;
    return { row, alias: address, outcome: 'invalid', message };
  }
  return { kind: 'alias', row, address, input: read.data, rules, active, settings, notesCut };
}

/** What to make of a row of a file; a report at once when it can become nothing. */
export function planRow(file: FileRow, defaults: ImportDefaults): PlannedRow | ImportRow {
  if (isOfDomain(file)) return planDomain(file);
  const { row, localPart, ofInbox } = file;
  if (ofInbox !== undefined && localPart.trim() === accountRow) return planKey(file, ofInbox);
  const rules = readRuleCell(file.senderRules ?? '');
  if (rules === null) return { row, alias: localPart, outcome: 'invalid', message: importWords.rulesUnreadable };
  return localPart.trim() === accountRow ? planAccount(file, rules) : planAlias(file, rules, defaults);
}
