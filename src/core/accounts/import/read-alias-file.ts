import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#contract/errors.ts';
import type { ImportBefore } from '#contract/export.ts';
import { readDefusedCell } from '#contract/aliases/csv-cells.ts';
import { mapOwn, type OwnFields, usualFields } from '#contract/aliases/own-fields.ts';
import { importWords } from '#messages/server/answers.ts';
import { splitAddress } from '#platform/addresses.ts';
import { snakeCase } from '#contract/letter-case.ts';

/** One alias as a file means it. */
interface FileAlias {
  readonly localPart: string;
  /** Empty when the file names none. */
  readonly domain: string;
  /** Separated by commas; empty when the file names none. */
  readonly forwardTo: string;
  /** What its owner says of it; of a domain, what it is. */
  readonly own: OwnFields;
  /** Separated by commas. */
  readonly labels: string;
  /** When it ends, as text; empty where it does not. */
  readonly life: { readonly expiresAt: string; readonly messagesLeft: string; readonly idleDays: string };
  readonly active: boolean;
  /** As `writeRuleCell` has them; of files of ours. */
  readonly senderRules?: string;
  /** Of the row of a domain, in files of ours. */
  readonly ofDomain?: { readonly catchAll: string; readonly rules: string };
  /** Of the row of the account, in files of ours. */
  readonly holdDays?: string;
  readonly heldDigest?: boolean;
  readonly countMail?: boolean;
  /** As `writeChoicesCell` has them. */
  readonly choices?: string;
  /** As `writeSettingsCell` has them; of files of ours. */
  readonly settings?: string;
  /** Of the row of an inbox, in files of ours. */
  readonly ofInbox?: { readonly key: string; readonly fingerprint: string; readonly hideSubject: boolean };
  /** Deleted where the file comes from. */
  readonly deleted: boolean;
}

/** What has no domain is a name alone. */
function nameAndDomain(address: string): Pick<FileAlias, 'localPart' | 'domain'> {
  const { local, domain } = splitAddress(address);
  return address.includes('@') ? { localPart: local, domain } : { localPart: address, domain: '' };
}

const noWords: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);
function isYes(text: string): boolean {
  return !noWords.has(text.trim().toLowerCase());
}

/** Cells of files of ours. */
function readOwnCells(column: (name: string) => string): OwnFields {
  return mapOwn(
    (name) => readDefusedCell(column(snakeCase(name))) || null,
    (name) => isYes(column(snakeCase(name))),
  );
}

interface Format {
  /** Columns a header must have to be of this format. */
  readonly columns: readonly string[];
  read(column: (name: string) => string): FileAlias;
}

/** Of other services. */
const noExtras = { labels: '', life: { expiresAt: '', messagesLeft: '', idleDays: '' } };

const ours: Format = {
  columns: ['alias', 'domain', 'forward_to'],
  read: (column) => ({
    localPart: readDefusedCell(column('alias')),
    domain: column('domain'),
    forwardTo: readDefusedCell(column('forward_to')),
    own: readOwnCells(column),
    labels: readDefusedCell(column('labels')),
    life: { expiresAt: column('expires_at'), messagesLeft: column('messages_left'), idleDays: column('idle_days') },
    // A file made by hand may leave it out.
    active: column('active').trim() === '' || isYes(column('active')),
    senderRules: readDefusedCell(column('sender_rules')),
    ofDomain: { catchAll: column('catch_all'), rules: readDefusedCell(column('domain_rules')) },
    holdDays: column('hold_days'),
    ...(column('settings').trim() !== '' && { settings: column('settings') }),
    ...(column('encryption_key').trim() !== '' && {
      ofInbox: {
        key: readDefusedCell(column('encryption_key')),
        fingerprint: column('key_fingerprint').trim(),
        hideSubject: isYes(column('hide_subject')),
      },
    }),
    heldDigest: isYes(column('held_digest')),
    countMail: isYes(column('count_mail')),
    ...(column('choices').trim() !== '' && { choices: column('choices') }),
    deleted: false,
  }),
};

/** Mailboxes stand between blanks. */
const simpleLogin: Format = {
  columns: ['alias', 'note', 'enabled', 'mailboxes'],
  read: (column) => ({
    ...nameAndDomain(column('alias')),
    forwardTo: column('mailboxes')
      .split(/[\s,;]+/)
      .join(','),
    own: { ...usualFields, notes: column('note') },
    ...noExtras,
    active: isYes(column('enabled')),
    deleted: false,
  }),
};

/** Names no inboxes. No is empty; an alias deleted there is listed with its date. */
const addy: Format = {
  columns: ['local_part', 'domain', 'email', 'active', 'description'],
  read: (column) => ({
    localPart: column('local_part'),
    domain: column('domain'),
    forwardTo: '',
    own: { ...usualFields, notes: column('description') },
    ...noExtras,
    active: isYes(column('active')),
    deleted: column('deleted_at').trim() !== '',
  }),
};

/** How to read the rows below a header; null when it is of no format we know. Names in any case and order. */
function findAliasFormat(header: readonly string[]): ((fields: readonly string[]) => FileAlias) | null {
  const names = header.map((name) => name.trim().toLowerCase());
  const format = [ours, simpleLogin, addy].find(({ columns }) => columns.every((name) => names.includes(name)));
  if (format === undefined) return null;
  return (fields) => format.read((name) => fields[names.indexOf(name)] ?? '');
}

export interface FileRow extends FileAlias {
  /** As a table shows it: the header is row 1. */
  readonly row: number;
}

const maxRows = 10_000;

function csvError(text: string): AppError {
  return new AppError('invalid_input', { errors: { csv: [text] } });
}

const faults: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: importWords.fieldsDiffer,
  CSV_QUOTE_NOT_CLOSED: importWords.quoteOpen,
};

/** RFC 4180 §2 has commas; spreadsheets write semicolons where a comma is the decimal sign, and tabs. */
const separators = [',', ';', '\t'];

/** By which the columns of the header are those of a format we know; a comma where that is so by none. */
function findSeparator(csv: string): string {
  const isSeparator = (delimiter: string): boolean => {
    try {
      const [header] = parse(csv, { ...asWritten, delimiter, to: 1 });
      return findAliasFormat(header ?? []) !== null;
    } catch (error) {
      if (error instanceof CsvError) return false;
      throw error;
    }
  };
  return separators.find(isSeparator) ?? ',';
}

const asWritten = { bom: true, skip_empty_lines: true };

function parseCsv(csv: string, linesBefore: number): string[][] {
  try {
    return parse(csv, { ...asWritten, delimiter: findSeparator(csv), to: maxRows + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] + linesBefore : '?';
    throw csvError(importWords.line(line, faults[error.code] ?? importWords.notCsv));
  }
}

const atStart = { rows: 0, lines: 0 };

/**
 * Reads a CSV file of aliases (RFC 4180): one of our own exports, of SimpleLogin or of addy.io, also as a spreadsheet saved it again.
 * `before`: what stands before a part of a file. @throws AppError invalid_input with the line, when it cannot be read, has an unknown header or too many rows.
 */
export function readAliasFile(csv: string, before: Pick<ImportBefore, 'rows' | 'lines'> = atStart): FileRow[] {
  const [header, ...records] = parseCsv(csv, before.lines);
  const format = findAliasFormat(header ?? []);
  if (format === null) throw csvError(importWords.headerUnknown);
  if (records.length > maxRows) throw csvError(importWords.tooManyRows(maxRows));
  return records.map((fields, index) => ({ row: index + 2 + before.rows, ...format(fields) }));
}
