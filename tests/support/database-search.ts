import { sql } from 'kysely';
import { Client } from 'pg';
import { findServerUrl, superuser } from '#database/embedded/server-url.ts';
import type { Database } from '#database/database.ts';

/** What may be looked for: a text, or octets. */
type Secret = string | Buffer;

function octetsOf(secret: Secret): Buffer {
  return typeof secret === 'string' ? Buffer.from(secret) : secret;
}

/** The inner part of base64 of `octets`, as it stands at each of the three alignments within longer base64. */
function base64Forms(octets: Buffer): string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), octets])
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
}

function quotedPrintable(octets: Buffer): string {
  return Array.from(octets, (octet) =>
    octet > 0x20 && octet < 0x7f && octet !== 0x3d
      ? String.fromCharCode(octet)
      : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}

/** How a secret may stand in stored octets: raw, hexadecimal, quoted-printable, base64 at each alignment. */
export function formsOf(secret: Secret): string[] {
  const octets = octetsOf(secret);
  const quoted = quotedPrintable(octets);
  return [
    octets.toString('latin1'),
    octets.toString('hex'),
    quoted,
    quoted.replaceAll('=20', ' '),
    quoted.replaceAll('=20', '_'),
    ...base64Forms(octets).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
}

function asText(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? '');
}

/** Which of `secrets` stand in any column of any table: raw, hexadecimal, base64 or quoted-printable, in any case. */
export async function searchDatabase<Kind extends Secret>({ db }: Database, secrets: readonly Kind[]): Promise<Kind[]> {
  const tables = await sql<{ tableName: string }>`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  let content = '';
  for (const { tableName } of tables.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(tableName)}`.execute(db);
    for (const row of rows) content += Object.values(row).map(asText).join('\n').toLowerCase();
  }
  return secrets.filter((secret) => formsOf(secret).some((form) => content.includes(form.toLowerCase())));
}

/** Lets the embedded server of a program write all it holds to its files; the program's own role may not ask for it. */
export async function writeOut(dataDir: string): Promise<void> {
  const server = new Client({ connectionString: (await findServerUrl(dataDir, superuser)) ?? '' });
  await server.connect();
  await server.query('checkpoint');
  await server.end();
}
