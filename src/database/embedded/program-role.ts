import { Client } from 'pg';
import { programRole } from '#database/embedded/server-url.ts';

const create = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${programRole}') then create role ${programRole}; end if;
  end $$`;

/** What is not its own in the schema: all of a folder of a release that worked as superuser, or of an upgrade taken back. */
const handOver = `
  do $$ declare command text; begin
    alter schema public owner to ${programRole};
    for command in
      select format('alter table %s owner to ${programRole}', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
          and relowner <> '${programRole}'::regrole
          -- The sequence of a column follows its table.
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
            and deptype in ('a', 'i') and relkind = 'S')
      union all
      select format('alter routine %s owner to ${programRole}', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace and proowner <> '${programRole}'::regrole
    loop execute command; end loop;
  end $$`;

/**
 * Least privilege: makes the role that the program works as, without any of the superuser's rights, and gives it the tables.
 * `url`: the superuser's.
 */
export async function prepareProgramRole(url: string, password: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A connection that breaks fails the query that is under way.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(create);
    await client.query(
      `alter role ${programRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        password ${client.escapeLiteral(password)}`,
    );
    await client.query(handOver);
  } finally {
    await client.end();
  }
}
