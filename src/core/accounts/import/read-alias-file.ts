import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#contract/errors.ts';
import { findAliasFormat, type FileAlias } from '#core/accounts/import/alias-formats.ts';
import { importWords } from '#messages/answers.ts';

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
