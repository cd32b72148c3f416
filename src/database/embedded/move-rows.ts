import { sql } from 'kysely';
import { Client } from 'pg';
import { StartError } from '#config/start-error.ts';
import { insertRows, listColumns, listTables, readRows } from '#database/backup/table-rows.ts';
import { createDbOn, type Db } from '#database/database.ts';
import { programRole } from '#database/embedded/server-url.ts';
import { findNewerMigration, migrateWithin, readAllMigrations } from '#database/migrate-database.ts';
import type { Log } from '#platform/log.ts';

/** One transaction, for as long as it takes. `url`: the superuser's. */
async function inTransaction<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  // A connection that breaks fails the query that is under way.
  client.on('error', () => {});
  await client.connect();
  try {
    return await createDbOn(client).transaction().setIsolationLevel('repeatable read').execute(work);
  } finally {
    await client.end();
  }
}

/** How many rows a table has, and a sum over what stands in them, in whatever order. */
async function fingerprint(db: Db, table: string, columns: readonly string[]): Promise<{ rows: string; sum: string }> {
  const list = sql.join(columns.map((name) => sql.id(name)));
  const { rows } = await sql<{ rows: string; sum: string }>`
    select count(*)::text as rows, coalesce(bit_xor(
      ('x' || left(encode(sha256(convert_to(to_jsonb(t)::text, 'UTF8')), 'hex'), 16))::bit(64)), 0::bit(64))::text as sum
    from (select ${list} from ${sql.id(table)}) t`.execute(db);
  return rows[0] ?? { rows: '0', sum: '' };
}

async function moveTable(from: Db, to: Db, table: string, log: Log): Promise<void> {
  for await (const rows of readRows(from, table, null)) await insertRows(to, { table, rows });
  const columns = await listColumns(from, table);
  const [there, here] = [await fingerprint(from, table, columns), await fingerprint(to, table, columns)];
  if (there.rows !== here.rows || there.sum !== here.sum) {
    throw new StartError(`the rows of ${table} are not the same afterwards (${there.rows} there, ${here.rows} here)`);
  }
  if (here.rows !== '0') log.info('database_table_moved', { table, rows: Number(here.rows) });
}

/** What has run there has run here, at the times that are noted there. */
async function moveMigrations(from: Db, to: Db): Promise<void> {
  for await (const rows of readRows(from, 'kysely_migration', null)) {
    const names = rows.map((row) => (JSON.parse(row) as { name: string }).name);
    await sql`delete from kysely_migration where name = any(${names})`.execute(to);
    await insertRows(to, { table: 'kysely_migration', rows });
  }
}

/** Counters go on with the very number that would have come next. */
async function moveCounters(from: Db, to: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S'`.execute(from);
  for (const { name } of rows) {
    const read = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(from);
    const { last, called } = read.rows[0] ?? { last: '1', called: false };
    await sql`select setval(quote_ident(${name})::regclass, ${last}::bigint, ${called})`.execute(to);
  }
}

/** @throws StartError where the tables of `from` are not such as this release makes. */
async function makeTables(from: Db, to: Db): Promise<string[]> {
  const seen = await readAllMigrations(from);
  const newer = findNewerMigration(seen);
  if (newer !== null) throw new StartError(`it was migrated by a newer release (${newer}); start that one`);
  await sql`set local role ${sql.id(programRole)}`.execute(to);
  if (seen.length > 0) await migrateWithin(to, seen.at(-1));
  await sql`reset role`.execute(to);
  const [tables, made] = [await listTables(from), new Set(await listTables(to))];
  const strange = tables.find((table) => !made.has(table));
  if (strange !== undefined) throw new StartError(`its table ${strange} is none of this program's; move it elsewhere`);
  return tables;
}

/**
 * Moves all that is in one database into an empty one of another major version, in one transaction: the tables as the
 * migrations make them that have run there, then every row, compared, and where each counter stands. Both `url`s are the
 * superuser's: rows come as they are, with no trigger that takes note of them and in any order.
 * @throws StartError a reason, where it may not be done or something is not the same.
 */
export function moveRows(fromUrl: string, toUrl: string, log: Log): Promise<void> {
  return inTransaction(fromUrl, (from) =>
    inTransaction(toUrl, async (to) => {
      const tables = await makeTables(from, to);
      await sql`set local session_replication_role = replica`.execute(to);
      for (const table of tables) await moveTable(from, to, table, log);
      if (tables.length > 0) await moveMigrations(from, to);
      await moveCounters(from, to);
      await sql`analyze`.execute(to);
    }),
  );
}
