import type { Database } from '#database/database.ts';

/** A database as SQL text, from the catalogue alone: pg_dump is not among the programs that npm brings. */

const columnsQuery = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as required, a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as "default"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname, a.attnum`;

/** Foreign keys last: they need the keys that they name. */
const constraintsQuery = `
  select format('alter table %I add constraint %I %s', c.relname, n.conname, pg_get_constraintdef(n.oid)) as statement
  from pg_constraint n join pg_class c on c.oid = n.conrelid
  where n.connamespace = 'public'::regnamespace and n.contype in ('p', 'u', 'c', 'f')
  order by n.contype = 'f', c.relname, n.conname`;

const indexesQuery = `
  select pg_get_indexdef(i.indexrelid) as statement
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint n where n.conindid = i.indexrelid)
  order by 1`;

const functionsQuery = `
  select pg_get_functiondef(oid) as statement from pg_proc where pronamespace = 'public'::regnamespace order by proname`;

const triggersQuery = `
  select pg_get_triggerdef(t.oid) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not tgisinternal order by relname, tgname`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly identity: boolean;
  readonly default: string | null;
}

function defineColumn({ name, type, required, identity, default: initial }: Column): string {
  const parts = [name, type, required ? 'not null' : '', identity ? 'generated always as identity' : ''];
  return [...parts, initial === null ? '' : `default ${initial}`].filter((part) => part !== '').join(' ');
}

/** One insert a row, in an order that does not change. */
async function readRows({ pool }: Database, table: string, columns: readonly Column[]): Promise<string[]> {
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => `quote_nullable(${name}::text)`).join(` || ', ' || `);
  const { rows } = await pool.query<{ statement: string }>(
    `select 'insert into ${table} (${names.join(', ')}) overriding system value values (' || ${values} || ')' as statement
     from ${table} order by ${names.join(', ')}`,
  );
  return rows.map(({ statement }) => statement);
}

async function continueIdentity({ pool }: Database, { table, name }: Column): Promise<string> {
  const { rows } = await pool.query<{ last: string }>(`select coalesce(max(${name}), 0) + 1 as last from ${table}`);
  return `select setval(pg_get_serial_sequence('${table}', '${name}'), ${rows[0]?.last ?? 1}, false)`;
}

/** Tables, rows, constraints, indexes, triggers, one statement after another. */
export async function dumpDatabase(database: Database): Promise<string> {
  const statementsOf = async (query: string): Promise<string[]> =>
    (await database.pool.query<{ statement: string }>(query)).rows.map(({ statement }) => statement);
  const { rows } = await database.pool.query<Column>(columnsQuery);
  const statements: string[] = [];
  for (const [table, columns] of Map.groupBy(rows, (column) => column.table)) {
    statements.push(`create table ${table} (\n  ${columns.map(defineColumn).join(',\n  ')})`);
    statements.push(...(await readRows(database, table, columns)));
    for (const column of columns) if (column.identity) statements.push(await continueIdentity(database, column));
  }
  for (const query of [constraintsQuery, indexesQuery, functionsQuery, triggersQuery]) {
    statements.push(...(await statementsOf(query)));
  }
  return `${statements.join(';\n')};\n`;
}

/** Every moment, day and month of the database, moved on: what waits is neither over nor given up. */
const moveSql = `
  do $move$
  declare
    one record;
    by_ms constant float8 := $BY_MS;
  begin
    for one in select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and data_type in ('timestamp with time zone', 'date')
    loop
      execute case
        when one.data_type <> 'date' then format('update %I set %I = %2$I + %s * interval ''1 ms''', one.table_name, one.column_name, by_ms)
        when one.column_name like '%\\_month' then
          format('update %I set %I = date_trunc(''month'', %2$I + %s)', one.table_name, one.column_name, round(by_ms / 86400000)::int)
        else format('update %I set %I = %2$I + %s', one.table_name, one.column_name, round(by_ms / 86400000)::int)
      end;
    end loop;
  end $move$`;

/** Fills an empty database with a dump, as if it had been made `byMs` later. */
export async function loadDump({ pool }: Database, dump: string, byMs: number): Promise<void> {
  await pool.query(dump);
  await pool.query(moveSql.replace('$BY_MS', String(byMs)));
}
