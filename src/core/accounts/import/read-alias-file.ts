import { CsvError, parse } from 'csv-parse/sync';
import { AppError } from '#contract/errors.ts';
import { findAliasFormat, type FileAlias } from '#core/accounts/import/alias-formats.ts';

export interface FileRow extends FileAlias {
  /** As a table shows it: the header is row 1. */
  readonly row: number;
}

const maxRows = 10_000;

function csvError(text: string): AppError {
  return new AppError('invalid_input', { errors: { csv: [text] } });
}

const faults: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has another number of fields than the header',
  CSV_QUOTE_NOT_CLOSED: 'begins a quoted field that never ends',
};

function parseCsv(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, skip_empty_lines: true, to: maxRows + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : '?';
    throw csvError(`Line ${line} ${faults[error.code] ?? 'is not valid CSV'}`);
  }
}

/**
 * Reads a CSV file of aliases (RFC 4180): one of our own exports, of SimpleLogin or of addy.io.
 * @throws AppError invalid_input with the line, when it cannot be read, has an unknown header or too many rows.
 */
export function readAliasFile(csv: string): FileRow[] {
  const [header, ...records] = parseCsv(csv);
  const format = findAliasFormat(header ?? []);
  if (format === null) throw csvError('Line 1 must name the columns of an export of Kauke, SimpleLogin or addy.io');
  if (records.length > maxRows) throw csvError(`A file may hold at most ${maxRows} rows`);
  return records.map((fields, index) => ({ row: index + 2, ...format(fields) }));
}
