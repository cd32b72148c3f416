import { sql } from 'kysely';
import { z } from 'zod';
import { StartError } from '#config/start-error.ts';
import { limits } from '#contract/limits.ts';
import { opensKeys } from '#core/keys/key-table.ts';
import { listTables, readCountedColumns, readRows } from '#database/backup/table-rows.ts';
import type { Db } from '#database/database.ts';
import { readAllMigrations } from '#database/migrate-database.ts';

/** The first line of what a backup file holds. */
const manifestSchema = z.object({
  /** `deletions`: the journal that a restore keeps to. */
  kind: z.enum(['backup', 'deletions']),
  /** Of the snapshot, by the clock of the database. */
  madeAt: z.iso.datetime({ offset: true }),
  migrations: z.array(z.string()).min(1),
  withMail: z.boolean(),
  /** Base64; null in a journal. */
  secretKey: z.base64().nullable(),
  counted: z.array(z.object({ table: z.string(), column: z.string(), last: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Lines that are no rows begin with this; a row begins with a brace. */
const mark = '#';
const tableSchema = z.object({ table: z.string() });
const countsSchema = z.object({ rows: z.record(z.string(), z.number()) });

/** How many rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

/**
 * Of programs that run now, of who is signed in, and what is to be reported to other servers: a session that was ended since must not come back,
 * nor a report be sent again.
 */
const momentary = ['nodes', 'place_leases', 'sessions', 'delivery_hold', 'watches', 'trace_lines', 'report_rows'];
/** Of a table, what is kept: a trace that was ended must not come back either. */
const partOf: Readonly<Record<string, string>> = { secret_links: "kind <> 'trace'" };
/** Mail that waits or is held, ours included. Its keys are rows of `keys`. */
const waitingMail = [
  'held_chunks',
  'held_mail',
  'outgoing_notices',
  'spool_chunks',
  'spool_deliveries',
  'spool_headers',
  'spool_messages',
];

/** Longer than a backup is kept. */
export const deletionsKeptDays = limits.backupDays + 1;
const sinceThen = (column: string) => `${column} > now() - interval '${deletionsKeptDays} days'`;

interface TablePart {
  readonly table: string;
  readonly where: string | null;
}

/** What a journal holds: ids, and keyed hashes of names and inboxes that nobody else may get or be asked for. */
const deletionParts: readonly TablePart[] = [
  { table: 'deletions', where: null },
  { table: 'stopped_addresses', where: sinceThen('created_at') },
  { table: 'tombstones', where: sinceThen('created_at') },
];

async function chooseParts(db: Db, withMail: boolean): Promise<TablePart[]> {
  const leftOut = new Set(withMail ? momentary : [...momentary, ...waitingMail]);
  return (await listTables(db))
    .filter((table) => !leftOut.has(table))
    .map((table) => ({ table, where: partOf[table] ?? (table === 'keys' && !withMail ? "purpose <> 'spool'" : null) }));
}

/** What is to be in a file: all of the service, or what was deleted. */
export type Wanted =
  | { readonly kind: 'backup'; readonly withMail: boolean; readonly secretKey: Buffer }
  | { readonly kind: 'deletions' };

async function composeManifest(db: Db, wanted: Wanted): Promise<Manifest> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  const isBackup = wanted.kind === 'backup';
  // After a rotation of SECRET_KEY, a program that was not started again holds one that opens nothing.
  if (isBackup && !(await opensKeys(db, wanted.secretKey))) {
    throw new StartError('SECRET_KEY does not open the keys of this database: a backup could not be read with it.');
  }
  return {
    kind: wanted.kind,
    madeAt: (rows[0]?.now ?? new Date(0)).toISOString(),
    migrations: await readAllMigrations(db),
    withMail: isBackup && wanted.withMail,
    secretKey: isBackup ? wanted.secretKey.toString('base64') : null,
    counted: isBackup ? await readCountedColumns(db) : [],
  };
}

/** Everything as lines, in batches. Runs in the caller's transaction, which is one snapshot; `counts` is filled on the way. */
export async function* writeContents(
  db: Db,
  wanted: Wanted,
  counts: Record<string, number>,
): AsyncGenerator<readonly string[]> {
  yield [JSON.stringify(await composeManifest(db, wanted))];
  const parts = wanted.kind === 'backup' ? await chooseParts(db, wanted.withMail) : deletionParts;
  for (const { table, where } of parts) {
    let count = 0;
    yield [`${mark}${JSON.stringify({ table })}`];
    for await (const rows of readRows(db, table, where)) {
      count += rows.length;
      yield rows;
    }
    counts[table] = count;
  }
  yield [`${mark}${JSON.stringify({ rows: counts })}`];
}

/** What a file holds: its manifest, then row by row. */
export interface Contents {
  readonly manifest: Manifest;
  readonly rows: AsyncIterable<{ readonly table: string; readonly row: string }>;
}

const notOurs = (): StartError => new StartError('This file holds something else than a backup of this program.');

function parseLine<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw notOurs();
  }
}

/** Ends well only where the last line counts as many rows as there were. */
async function* followRows(lines: AsyncIterator<string>): AsyncGenerator<{ table: string; row: string }> {
  const counts: Record<string, number> = {};
  let table: string | null = null;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const line = next.value;
    if (!line.startsWith(mark)) {
      if (table === null) throw notOurs();
      counts[table] = (counts[table] ?? 0) + 1;
      yield { table, row: line };
    } else if (line.startsWith(`${mark}{"rows"`)) {
      const { rows } = parseLine(countsSchema, line.slice(1));
      if (Object.entries(rows).every(([name, count]) => (counts[name] ?? 0) === count)) return;
      throw notOurs();
    } else {
      ({ table } = parseLine(tableSchema, line.slice(1)));
    }
  }
  throw notOurs();
}

/** Reads the first line, and gives the others. @throws StartError when it is no `kind`. */
export async function readContents(lines: AsyncIterable<string>, kind: Manifest['kind']): Promise<Contents> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  const manifest = parseLine(manifestSchema, first.done === true ? '' : first.value);
  if (manifest.kind !== kind) {
    const [is, wanted] =
      kind === 'backup' ? ['a journal of deletions', 'a backup'] : ['a backup', 'a journal of deletions'];
    throw new StartError(`This file is ${is}, not ${wanted}.`);
  }
  return { manifest, rows: followRows(iterator) };
}
