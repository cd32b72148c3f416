import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { errorCode, StartError } from '#config/start-error.ts';
import { explain } from '#database/connect-database.ts';
import { createDbOn, type Database, type Db } from '#database/database.ts';
import { foundation } from '#database/migrations/first/0001-foundation.ts';
import { accounts } from '#database/migrations/first/0002-accounts.ts';
import { mailEngine } from '#database/migrations/first/0003-mail-engine.ts';
import { apiKeys } from '#database/migrations/first/0004-api-keys.ts';
import { providers } from '#database/migrations/first/0005-providers.ts';
import { tombstonesAtProvider } from '#database/migrations/first/0006-tombstones-at-provider.ts';
import { contactMonths } from '#database/migrations/first/0007-contact-months.ts';
import { notices } from '#database/migrations/first/0008-notices.ts';
import { dkimRotation } from '#database/migrations/first/0010-dkim-rotation.ts';
import { aliasNumbers } from '#database/migrations/first/0011-alias-numbers.ts';
import { leasedBy } from '#database/migrations/first/0012-leased-by.ts';
import { placeLeases } from '#database/migrations/first/0013-place-leases.ts';
import { sendAddresses } from '#database/migrations/first/0014-send-addresses.ts';
import { secondFactorLinks } from '#database/migrations/0016-second-factor-links.ts';
import { unconfirmedAccounts } from '#database/migrations/0017-unconfirmed-accounts.ts';
import { passkeys } from '#database/migrations/0018-passkeys.ts';
import { guardedAccounts } from '#database/migrations/0019-guarded-accounts.ts';
import { securityEvents } from '#database/migrations/0020-security-events.ts';
import { undoAndBin } from '#database/migrations/0021-undo-and-bin.ts';
import { leavingAndUsed } from '#database/migrations/0022-leaving-and-used.ts';
import { certificates } from '#database/migrations/0023-certificates.ts';
import { deletions } from '#database/migrations/0024-deletions.ts';
import { operator } from '#database/migrations/0025-operator.ts';
import { registration } from '#database/migrations/0026-registration.ts';
import { unanswered } from '#database/migrations/0027-unanswered.ts';
import { watches } from '#database/migrations/0028-watches.ts';
import { abuseReports } from '#database/migrations/0029-abuse-reports.ts';
import { ownDomains } from '#database/migrations/0030-own-domains.ts';
import { domainRules } from '#database/migrations/0031-domain-rules.ts';
import { livesAndLabels } from '#database/migrations/0032-lives-and-labels.ts';
import { heldMail } from '#database/migrations/0033-held-mail.ts';
import { offers } from '#database/migrations/0034-offers.ts';
import { copiedReplies } from '#database/migrations/0035-copied-replies.ts';
import { accountLanguages } from '#database/migrations/second/0036-languages.ts';
import { moves } from '#database/migrations/second/0038-moves.ts';
import { browserExtension } from '#database/migrations/second/0039-browser-extension.ts';
import { encryptedMail } from '#database/migrations/second/0042-encrypted-mail.ts';
import { trackersOut } from '#database/migrations/second/0043-trackers-out.ts';
import { providerCompared } from '#database/migrations/second/0044-provider-compared.ts';
import { clientNumbers } from '#database/migrations/second/0045-client-numbers.ts';
import { unsubscribeLinks } from '#database/migrations/second/0046-unsubscribe-links.ts';
import { mailReports } from '#database/migrations/second/0047-mail-reports.ts';
import { accountCredentials } from '#database/migrations/second/0048-account-credentials.ts';
import { reportsToSend } from '#database/migrations/second/0049-reports-to-send.ts';
import { namesAndSwitches } from '#database/migrations/second/0050-names-and-switches.ts';
import { rulesAndInboxes } from '#database/migrations/second/0051-rules-and-inboxes.ts';
import { accountChoices } from '#database/migrations/second/0052-account-choices.ts';
import { appsOfOthers } from '#database/migrations/second/0053-apps-of-others.ts';
import { accountPictures } from '#database/migrations/second/0054-account-pictures.ts';
import { refusedMail } from '#database/migrations/second/0055-refused-mail.ts';
import { secretLinks } from '#database/migrations/second/0056-secret-links.ts';
import { outgoingNotices } from '#database/migrations/second/0057-outgoing-notices.ts';
import { waitPatiently } from '#database/primary-client.ts';

const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-accounts': accounts,
  '0003-mail-engine': mailEngine,
  '0004-api-keys': apiKeys,
  '0005-providers': providers,
  '0006-tombstones-at-provider': tombstonesAtProvider,
  '0007-contact-months': contactMonths,
  '0008-notices': notices,
  '0010-dkim-rotation': dkimRotation,
  '0011-alias-numbers': aliasNumbers,
  '0012-leased-by': leasedBy,
  '0013-place-leases': placeLeases,
  '0014-send-addresses': sendAddresses,
  '0016-second-factor-links': secondFactorLinks,
  '0017-unconfirmed-accounts': unconfirmedAccounts,
  '0018-passkeys': passkeys,
  '0019-guarded-accounts': guardedAccounts,
  '0020-security-events': securityEvents,
  '0021-undo-and-bin': undoAndBin,
  '0022-leaving-and-used': leavingAndUsed,
  '0023-certificates': certificates,
  '0024-deletions': deletions,
  '0025-operator': operator,
  '0026-registration': registration,
  '0027-unanswered': unanswered,
  '0028-watches': watches,
  '0029-abuse-reports': abuseReports,
  '0030-own-domains': ownDomains,
  '0031-domain-rules': domainRules,
  '0032-lives-and-labels': livesAndLabels,
  '0033-held-mail': heldMail,
  '0034-offers': offers,
  '0035-copied-replies': copiedReplies,
  '0036-languages': accountLanguages,
  '0038-moves': moves,
  '0039-browser-extension': browserExtension,
  '0042-encrypted-mail': encryptedMail,
  '0043-trackers-out': trackersOut,
  '0044-provider-compared': providerCompared,
  '0045-client-numbers': clientNumbers,
  '0046-unsubscribe-links': unsubscribeLinks,
  '0047-mail-reports': mailReports,
  '0048-account-credentials': accountCredentials,
  '0049-reports-to-send': reportsToSend,
  '0050-names-and-switches': namesAndSwitches,
  '0051-rules-and-inboxes': rulesAndInboxes,
  '0052-account-choices': accountChoices,
  '0053-apps-of-others': appsOfOthers,
  '0054-account-pictures': accountPictures,
  '0055-refused-mail': refusedMail,
  '0056-secret-links': secretLinks,
  '0057-outgoing-notices': outgoingNotices,
};

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
    with back as (delete from ${asideTable} where name = any(${Object.keys(migrations)}) returning *)
    insert into kysely_migration select * from back`.execute(transaction);
  // What is left belongs to a release later than this one.
  const left = await readNames(transaction, 'kysely_migration_aside');
  if (left.length === 0) await sql`drop table ${asideTable}`.execute(transaction);
}

/** The last of some migrations that this release does not know; null: it knows them all. */
export function findNewerMigration(seen: readonly string[]): string | null {
  return seen.findLast((name) => !(name in migrations)) ?? null;
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
  const names = Object.keys(migrations).toSorted();
  const due = names.filter((name) => !seen.includes(name) && (last === null || name <= last));
  // The table of Kysely, which earlier releases look at.
  if (seen.length === 0)
    await sql`create table if not exists kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null)`.execute(transaction);
  // A backup under way reads all tables: what waits for it from here on keeps nobody else waiting.
  else if (due.length > 0) await sql`lock table kysely_migration in access exclusive mode`.execute(transaction);
  for (const name of due) {
    await migrations[name]?.up(transaction);
    await sql`insert into kysely_migration values (${name},
      to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`.execute(transaction);
  }
  return due;
}
