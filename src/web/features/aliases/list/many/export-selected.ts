import type { Alias } from '#contract/aliases.ts';
import { csvColumns, defuseCell, writeAliasCells } from '#contract/aliases/csv-cells.ts';

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${defuseCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/**
 * Aliases as CSV (RFC 4180) with the columns of the account's own export that the list knows, all quoted, and defused where a spreadsheet would
 * take them for formulas; the import reads it.
 */
export function writeCsv(aliases: readonly Alias[]): string {
  const rows = aliases.map(writeAliasCells);
  const columns = csvColumns.filter((name) => rows.some((row) => name in row));
  return [line(columns), ...rows.map((row) => line(columns.map((name) => row[name] ?? '')))].join('');
}
