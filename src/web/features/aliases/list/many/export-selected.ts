import type { Alias } from '#contract/aliases.ts';
import { defuseCell } from '#contract/aliases/csv-cells.ts';

/** The columns of the account's own export that the list knows. */
const columns: readonly (readonly [string, (alias: Alias) => string])[] = [
  ['alias', ({ alias }) => alias],
  ['domain', ({ domain }) => domain],
  ['forward_to', ({ targets }) => targets.map(({ value }) => value).join(', ')],
  ['notes', ({ notes }) => notes ?? ''],
  ['active', ({ active }) => String(active)],
  ['created_at', ({ createdAt }) => createdAt],
  ['labels', ({ labels }) => labels.join(', ')],
  ['expires_at', ({ expiresAt }) => expiresAt ?? ''],
  ['messages_left', ({ messagesLeft }) => String(messagesLeft ?? '')],
  ['idle_days', ({ idleDays }) => String(idleDays ?? '')],
  ['copy_replies', ({ copyReplies }) => (copyReplies ? 'true' : '')],
];

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${defuseCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Aliases as CSV (RFC 4180), all quoted, and defused where a spreadsheet would take them for formulas; the import reads it. */
export function writeCsv(aliases: readonly Alias[]): string {
  const rows = aliases.map((alias) => line(columns.map(([, read]) => read(alias))));
  return [line(columns.map(([name]) => name)), ...rows].join('');
}
