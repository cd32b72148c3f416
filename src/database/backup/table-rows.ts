import { sql } from 'kysely';
import type { Db } from '#database/database.ts';

/**
 * Tables as lines of JSON, one a row, columns by their names: made and read by PostgreSQL itself, so that every type comes
 * through as it is, into any other release of the server. All of it runs in the caller's transaction.
 */

/** All tables of the schema but those that migrations keep for themselves. */
export async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** What is asked for at once, at most. */
const batchOctets = 8 * 1024 * 1024;
const batchRows = 2_000;

/** The rows of a table, some at a time: as many as fit if all were like the largest. `where`: ours, as it stands in a statement. */
export async function* readRows(db: Db, table: string, where: string | null): AsyncGenerator<readonly string[]> {
  const source = sql`from ${sql.id(table)} t ${where === null ? sql`` : sql`where ${sql.raw(where)}`}`;
  const measured = await sql<{ largest: number | null }>`select max(pg_column_size(t.*)) as largest ${source}`.execute(
    db,
  );
  const largest = measured.rows[0]?.largest ?? null;
  if (largest === null) return;
  // Octets are told in hexadecimal digits.
  const wanted = Math.max(1, Math.min(batchRows, Math.floor(batchOctets / (2 * largest))));
  await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as row ${source}`.execute(db);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(wanted)} from backup_rows`.execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < wanted) break;
  }
  await sql`close backup_rows`.execute(db);
}

/** Columns of a table that take a value. */
export async function listColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  return rows.map(({ name }) => name);
}

interface Insertion {
  readonly table: string;
  readonly rows: readonly string[];
  /** What is there already stays as it is. */
  readonly keepPresent?: boolean;
}

/** Inserts rows as `readRows` gave them. Columns that they do not have get their defaults. */
export async function insertRows(db: Db, { table, rows, keepPresent = false }: Insertion): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const given = Object.keys(JSON.parse(first) as object);
  const columns = (await listColumns(db, table)).filter((name) => given.includes(name));
  const list = sql.join(columns.map((name) => sql.id(name)));
  await sql`insert into ${sql.id(table)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.id(table)}, ${`[${rows.join(',')}]`}::json)
    ${keepPresent ? sql`on conflict do nothing` : sql``}`.execute(db);
}

/** A column that counts by itself. */
export interface CountedColumn {
  readonly table: string;
  readonly column: string;
  /** The last number given. bigint as text. */
  readonly last: string;
}

/** Numbers are given outside of transactions: call it after the first read of the snapshot, then none is missed. */
export async function readCountedColumns(db: Db): Promise<CountedColumn[]> {
  const { rows } = await sql<{ table: string; column: string; counter: string }>`
    select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as counter
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attidentity <> ''
    order by 1, 2`.execute(db);
  const counted: CountedColumn[] = [];
  for (const { table, column, counter } of rows) {
    const read = await sql<{ last: string }>`select last_value as last from ${sql.raw(counter)}`.execute(db);
    counted.push({ table, column, last: read.rows[0]?.last ?? '1' });
  }
  return counted;
}

/** Numbers that were given after the snapshot, and may stand in mail, are not given again. */
const numbersLeftOut = 1_000_000;

/** Goes on counting well behind where the snapshot ended. */
export async function continueCounting(db: Db, counted: readonly CountedColumn[]): Promise<void> {
  for (const { table, column, last } of counted) {
    await sql`select setval(pg_get_serial_sequence(${sql.lit(`"${table}"`)}, ${column}), ${last}::bigint + ${sql.lit(numbersLeftOut)})`.execute(
      db,
    );
  }
}

/**
 * Runs `load` without foreign keys, so that tables may come in any order, then makes them anew, which checks every row.
 */
export async function withoutForeignKeys(db: Db, load: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select relname as table, conname as name, pg_get_constraintdef(n.oid) as definition
    from pg_constraint n join pg_class c on c.oid = n.conrelid
    where n.contype = 'f' and n.connamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  await load();
  for (const { table, name, definition } of rows) {
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  }
}
