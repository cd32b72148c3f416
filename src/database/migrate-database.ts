import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { errorCode, StartError } from '#config/start-error.ts';
import { explain } from '#database/connect-database.ts';
import { createDbOn, type Database, type Db } from '#database/database.ts';
import { waitPatiently } from '#database/primary-client.ts';

const folder = join(import.meta.dirname, 'migrations');

/** The names of all migrations, in their order: those of their files. */
const migrationNames: readonly string[] = readdirSync(folder)
  .flatMap((file) => /^(\d{4}-[\w-]+)\.ts$/u.exec(file)?.[1] ?? [])
  .toSorted();

const load = createRequire(import.meta.url);

/** Only when it is due: most starts need none. */
function loadMigration(name: string): Migration {
  return (load(join(folder, `${name}.ts`)) as { migration: Migration }).migration;
}

/** Advisory lock: the first eight octets of SHA-256("kauke migrations"), as any number would do. */
const migrationLock = '4713582390147712905';

/** Migrations of a later release, set aside while an earlier one serves. Named as Kysely's own tables, which no backup holds. */
const asideTable = sql.table('kysely_migration_aside');

/**
 * Brings the schema up to date, all or nothing. Any number of nodes may call this at once: they take turns.
 * @returns the names of the migrations that were run now.
 * @throws StartError when a newer program has migrated this database, or the server refuses: why, and what helps.
 */
export function migrateDatabase(database: Database): Promise<string[]> {
  return changeSchema(database, 'The database could not be migrated', bringUpToDate);
}

async function bringUpToDate(transaction: Db): Promise<string[]> {
  await takeUpMigrations(transaction);
  const newer = findNewerMigration(await readMigrations(transaction));
  if (newer !== null) {
    throw new StartError(`The database was migrated by a newer release (${newer}); start that release or a later one.`);
  }
  return migrateWithin(transaction);
}

/** What the server, the system or rows that are no JSON are to blame for; anything else is a fault of ours. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    ([Error, SyntaxError].some((kind) => error.constructor === kind) || /^[0-9A-Z]{5}$/u.test(errorCode(error)))
  );
}

/**
 * Does `work` in one transaction, for as long as it takes, while every other program that would change the schema waits.
 * @throws StartError that begins with `failure` when the server refuses: why, and what helps. Nothing was done then.
 */
export async function changeSchema<Result>(
  { db, pool }: Database,
  failure: string,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    waitPatiently(client);
    return await createDbOn(client)
      .transaction()
      .execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
        return await work(transaction);
      });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const mending = await findMending(db, errorCode(error)).catch(() => null);
    throw new StartError(`${failure}: ${explain(error)}.${mending === null ? '' : ` ${mending}`}`, { cause: error });
  } finally {
    client.release(true);
  }
}

/** What helps a role that may not change the schema (SQLSTATE 42501), or has none (3F000). */
async function findMending(db: Db, code: string): Promise<string | null> {
  if (!['42501', '3F000'].includes(code)) return null;
  const { rows } = await sql<{ role: string; mayCreate: boolean | null; owner: string | null }>`
    select quote_ident(current_user) as role, has_schema_privilege(current_schema(), 'create') as may_create,
      (select quote_ident(pg_get_userbyid(relowner)) from pg_class
        where relname = 'kysely_migration' and pg_get_userbyid(relowner) <> current_user limit 1) as owner`.execute(db);
  const { role, mayCreate, owner } = rows[0] ?? { role: '', mayCreate: null, owner: null };
  if (mayCreate !== true) return `Let its owner run in this database: grant all on schema public to ${role}`;
  return owner === null
    ? null
    : `Its tables belong to another role; let a superuser run: reassign owned by ${owner} to ${role}`;
}

/** Ends a transaction whose work was only tried. */
class Tried extends Error {}

/** Runs the migrations and takes them back. @returns their names. @throws as `migrateDatabase`, which would fail too */
export async function tryMigrations(database: Database): Promise<string[]> {
  let names: string[] = [];
  const trial = changeSchema(database, 'The database could not be migrated', async (transaction) => {
    // A program that runs waits for us meanwhile.
    await sql`set local lock_timeout = '5s'`.execute(transaction);
    names = await bringUpToDate(transaction);
    throw new Tried();
  });
  await trial.catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
  });
  return names;
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/**
 * Lets an earlier release start on this database: it works on a schema that later migrations have added to, but refuses one
 * whose migrations it does not know. They are noted apart until a release starts that knows them. `known`: the names of
 * those that the earlier release has.
 * @returns the names of those that were set aside.
 */
export function setMigrationsAside(database: Database, known: readonly string[]): Promise<string[]> {
  return changeSchema(database, 'Later migrations could not be set aside', async (transaction) => {
    await sql`create table if not exists ${asideTable} (like kysely_migration)`.execute(transaction);
    const { rows } = await sql<{ name: string }>`
      with gone as (delete from kysely_migration where name <> all(${known}) returning *)
      insert into ${asideTable} select * from gone returning name`.execute(transaction);
    return rows.map(({ name }) => name).toSorted();
  });
}

/** The migrations of this release that were set aside are there again. */
async function takeUpMigrations(transaction: Db): Promise<void> {
  if (!(await isThere(transaction, 'kysely_migration_aside'))) return;
  await sql`
    with back as (delete from ${asideTable} where name = any(${migrationNames}) returning *)
    insert into kysely_migration select * from back`.execute(transaction);
  // What is left belongs to a release later than this one.
  const left = await readNames(transaction, 'kysely_migration_aside');
  if (left.length === 0) await sql`drop table ${asideTable}`.execute(transaction);
}

/** The last of some migrations that this release does not know; null: it knows them all. */
export function findNewerMigration(seen: readonly string[]): string | null {
  return seen.findLast((name) => !migrationNames.includes(name)) ?? null;
}

async function readNames(db: Db, table: 'kysely_migration' | 'kysely_migration_aside'): Promise<string[]> {
  if (!(await isThere(db, table))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

/** The names of the migrations that a database has seen, in their order; none in one without tables. */
export function readMigrations(db: Db): Promise<string[]> {
  return readNames(db, 'kysely_migration');
}

/** Those too that were set aside: what they made is there. */
export async function readAllMigrations(db: Db): Promise<string[]> {
  return [...(await readMigrations(db)), ...(await readNames(db, 'kysely_migration_aside'))].toSorted();
}

/**
 * The same within the transaction of `changeSchema`: up to and with `last`, or to the end. Names alone say what comes
 * after what. (Kysely's own `Migrator` asks when each was run, and a clock that is put back meanwhile stops the next start.)
 * @returns the names of the migrations that were run now.
 */
export async function migrateWithin(transaction: Db, last: string | null = null): Promise<string[]> {
  const seen = await readMigrations(transaction);
  const due = migrationNames.filter((name) => !seen.includes(name) && (last === null || name <= last));
  // The table of Kysely, which earlier releases look at.
  if (seen.length === 0)
    await sql`create table if not exists kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null)`.execute(transaction);
  // A backup under way reads all tables: what waits for it from here on keeps nobody else waiting.
  else if (due.length > 0) await sql`lock table kysely_migration in access exclusive mode`.execute(transaction);
  for (const name of due) {
    await loadMigration(name).up(transaction);
    await sql`insert into kysely_migration values (${name},
      to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`.execute(transaction);
  }
  return due;
}
