import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#contract/errors.ts';
import { readDefusedCell } from '#core/accounts/csv-cells.ts';
import { importWords } from '#messages/server/answers.ts';

/** One alias as a file means it. */
interface FileAlias {
  readonly localPart: string;
  /** Empty when the file names none. */
  readonly domain: string;
  /** Separated by commas; empty when the file names none. */
  readonly forwardTo: string;
  readonly notes: string;
  /** Separated by commas. */
  readonly labels: string;
  /** When it ends, as text; empty where it does not. */
  readonly life: { readonly expiresAt: string; readonly messagesLeft: string; readonly idleDays: string };
  readonly active: boolean;
  readonly copyReplies: boolean;
  /** As `writeRuleCell` has them; of files of ours. */
  readonly senderRules?: string;
  /** Deleted where the file comes from. */
  readonly deleted: boolean;
}

function splitAddress(address: string): Pick<FileAlias, 'localPart' | 'domain'> {
  const at = address.lastIndexOf('@');
  return at === -1
    ? { localPart: address, domain: '' }
    : { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}

const noWords: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);
function isYes(text: string): boolean {
  return !noWords.has(text.trim().toLowerCase());
}

interface Format {
  /** Columns a header must have to be of this format. */
  readonly columns: readonly string[];
  read(column: (name: string) => string): FileAlias;
}

/** Of other services. */
const noExtras = { labels: '', copyReplies: false, life: { expiresAt: '', messagesLeft: '', idleDays: '' } };

const ours: Format = {
  columns: ['alias', 'domain', 'forward_to'],
  read: (column) => ({
    localPart: readDefusedCell(column('alias')),
    domain: column('domain'),
    forwardTo: readDefusedCell(column('forward_to')),
    notes: readDefusedCell(column('notes')),
    labels: readDefusedCell(column('labels')),
    life: { expiresAt: column('expires_at'), messagesLeft: column('messages_left'), idleDays: column('idle_days') },
    // A file made by hand may leave it out.
    active: column('active').trim() === '' || isYes(column('active')),
    copyReplies: isYes(column('copy_replies')),
    senderRules: readDefusedCell(column('sender_rules')),
    deleted: false,
  }),
};

/** Mailboxes stand between blanks. */
const simpleLogin: Format = {
  columns: ['alias', 'note', 'enabled', 'mailboxes'],
  read: (column) => ({
    ...splitAddress(column('alias')),
    forwardTo: column('mailboxes')
      .split(/[\s,;]+/)
      .join(','),
    notes: column('note'),
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
    notes: column('description'),
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

function parseCsv(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, skip_empty_lines: true, to: maxRows + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : '?';
    throw csvError(importWords.line(line, faults[error.code] ?? importWords.notCsv));
  }
}

/**
 * Reads a CSV file of aliases (RFC 4180): one of our own exports, of SimpleLogin or of addy.io.
 * @throws AppError invalid_input with the line, when it cannot be read, has an unknown header or too many rows.
 */
export function readAliasFile(csv: string): FileRow[] {
  const [header, ...records] = parseCsv(csv);
  const format = findAliasFormat(header ?? []);
  if (format === null) throw csvError(importWords.headerUnknown);
  if (records.length > maxRows) throw csvError(importWords.tooManyRows(maxRows));
  return records.map((fields, index) => ({ row: index + 2, ...format(fields) }));
}
