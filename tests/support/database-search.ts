import { sql } from 'kysely';
import type { Database } from '#database/database.ts';

/** The inner part of base64 of `text`, as it stands at each of the three alignments within longer base64. */
const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.from(`${'x'.repeat(offset)}${text}`)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );

const quotedPrintable = (text: string): string =>
  Array.from(Buffer.from(text), (octet) =>
    octet > 0x20 && octet < 0x7f && octet !== 0x3d
      ? String.fromCharCode(octet)
      : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');

/** How `text` may stand in stored octets: raw, hexadecimal, quoted-printable, base64 at each alignment. */
export const formsOf = (text: string): string[] => [
  Buffer.from(text).toString('latin1'),
  Buffer.from(text).toString('hex'),
  quotedPrintable(text),
  quotedPrintable(text).replaceAll('=20', ' '),
  quotedPrintable(text).replaceAll('=20', '_'),
  ...base64Forms(text),
];

const asText = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? '');

/** Which of `texts` stand in any column of any table: raw, hexadecimal, base64 or quoted-printable, in any case. */
export const searchDatabase = async ({ db }: Database, texts: readonly string[]): Promise<string[]> => {
  const tables = await sql<{ tableName: string }>`
    select table_name from information_schema.tables where table_schema = 'public'`.execute(db);
  let content = '';
  for (const { tableName } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(tableName)}`.execute(db);
    for (const row of rows) content += Object.values(row).map(asText).join('\n').toLowerCase();
  }
  return texts.filter((text) => formsOf(text).some((form) => content.includes(form.toLowerCase())));
};
