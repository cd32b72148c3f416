import { createAliasSchema, type CreateAliasInput } from '#contract/aliases.ts';
import type { ImportRow } from '#contract/export.ts';
import { limits } from '#contract/limits.ts';
import { cutNotes } from '#core/aliases/cut-notes.ts';
import type { FileRow } from '#core/accounts/import/read-alias-file.ts';
import { importWords } from '#messages/answers.ts';

/** A row that can become an alias, as far as one can tell without asking the database. */
export interface PlannedRow {
  readonly row: number;
  readonly address: string;
  readonly input: CreateAliasInput;
  readonly active: boolean;
  readonly notesCut: boolean;
}

export interface ImportDefaults {
  /** Domains that take new aliases. */
  readonly ownDomains: ReadonlySet<string>;
  /** In place of any other. */
  readonly domain: string;
  /** Where a row names no inbox; may be empty. */
  readonly forwardTo: string;
}

/** What to make of a row of a file of aliases; a report at once when it can become none. */
export function planRow(file: FileRow, defaults: ImportDefaults): PlannedRow | ImportRow {
  const { row, active, notes } = file;
  const ownDomain = file.domain.trim().toLowerCase();
  const domain = defaults.ownDomains.has(ownDomain) ? ownDomain : defaults.domain;
  const address = `${file.localPart.trim().toLowerCase()}@${domain}`;
  if (file.deleted) return { row, alias: address, outcome: 'invalid', message: importWords.deleted };
  const forwardTo = file.forwardTo.trim() === '' ? defaults.forwardTo : file.forwardTo;
  const notesCut = notes.length > limits.notesMax;
  const read = createAliasSchema.safeParse({ alias: file.localPart, domain, forwardTo, notes: cutNotes(notes) });
  if (!read.success) {
    const message = read.error.issues[0]?.message ?? importWords.unreadable;
    return { row, alias: address, outcome: 'invalid', message };
  }
  return { row, address, input: read.data, active, notesCut };
}
