import { Client } from 'pg';

/** What stands in the way of many rows, and how it is made again: `drop` and `make` are whole statements. */
interface Hindrance {
  readonly drop: string;
  readonly make: string;
}

/** Keys and references of these tables, and of others to them; references come first. */
const constraintsOf = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint
  where contype in ('f', 'p', 'u') and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))
  order by contype <> 'f', conname`;

/** Indexes of these tables that are no constraint's. */
const indexesOf = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
  from pg_index where indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`;

/**
 * Fills tables without their indexes and references, which are made once at the end: into indexes over random ids that no longer
 * fit into memory, each row would read and write pages of its own. On a connection of its own, where no statement ends by its time.
 */
export async function fillQuickly(
  url: string,
  tables: readonly string[],
  fill: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set synchronous_commit = off`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    const { rows: constraints } = await client.query<Hindrance>(constraintsOf, [tables]);
    const { rows: indexes } = await client.query<Hindrance>(indexesOf, [tables]);
    const hindrances = [...constraints, ...indexes];
    for (const { drop } of hindrances) await client.query(drop);
    await fill(client);
    // References lean on keys.
    for (const { make } of hindrances.toReversed()) await client.query(make);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
