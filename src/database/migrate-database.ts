import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#config/start-error.ts';
import type { Database, Db } from '#database/database.ts';
import { foundation } from '#database/migrations/first/0001-foundation.ts';
import { accounts } from '#database/migrations/first/0002-accounts.ts';
import { mailEngine } from '#database/migrations/first/0003-mail-engine.ts';
import { apiKeys } from '#database/migrations/first/0004-api-keys.ts';
import { providers } from '#database/migrations/first/0005-providers.ts';
import { tombstonesAtProvider } from '#database/migrations/first/0006-tombstones-at-provider.ts';
import { contactMonths } from '#database/migrations/first/0007-contact-months.ts';
import { notices } from '#database/migrations/first/0008-notices.ts';
import { dkimRotation } from '#database/migrations/first/0010-dkim-rotation.ts';
import { aliasNumbers } from '#database/migrations/0011-alias-numbers.ts';
import { leasedBy } from '#database/migrations/0012-leased-by.ts';
import { placeLeases } from '#database/migrations/0013-place-leases.ts';
import { sendAddresses } from '#database/migrations/0014-send-addresses.ts';
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
};

/** Advisory lock: the first eight octets of SHA-256("kauke migrations"), as any number would do. */
const migrationLock = '4713582390147712905';

/**
 * Brings the schema up to date, all or nothing. Any number of nodes may call this at once: they take turns.
 * @returns the names of the migrations that were run now.
 * @throws StartError when a newer program has migrated this database.
 */
export function migrateDatabase({ db }: Database): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    const newer = findNewerMigration(await readMigrations(transaction));
    if (newer !== null) {
      throw new StartError(
        `The database was migrated by a newer release (${newer}); start that release or a later one.`,
      );
    }
    return migrateWithin(transaction);
  });
}

/** Makes every other program that would change the schema wait until this transaction ends, which may take long. */
export async function lockMigrations(transaction: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
}

/** The last of some migrations that this release does not know; null: it knows them all. */
export function findNewerMigration(seen: readonly string[]): string | null {
  return seen.findLast((name) => !(name in migrations)) ?? null;
}

/** The names of the migrations that a database has seen, in their order; none in one without tables. */
export async function readMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ done: boolean }>`
    select to_regclass('kysely_migration') is not null as done`.execute(db);
  if (!rows[0]?.done) return [];
  const seen = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return seen.rows.map(({ name }) => name);
}

/**
 * The same within the caller's transaction, behind `lockMigrations`: up to and with `last`, or to the end.
 * @returns the names of the migrations that were run now.
 */
export async function migrateWithin(transaction: Db, last: string | null = null): Promise<string[]> {
  const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await (last === null ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error !== undefined) throw new StartError('The database could not be migrated.', { cause: error });
  return results.map((result) => result.migrationName);
}
