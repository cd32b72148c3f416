import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartError } from '#config/start-error.ts';
import type { Database } from '#database/database.ts';
import { foundation } from '#database/migrations/0001-foundation.ts';
import { accounts } from '#database/migrations/0002-accounts.ts';
import { mailEngine } from '#database/migrations/0003-mail-engine.ts';
import { apiKeys } from '#database/migrations/0004-api-keys.ts';
import { providers } from '#database/migrations/0005-providers.ts';
import { tombstonesAtProvider } from '#database/migrations/0006-tombstones-at-provider.ts';
import { contactMonths } from '#database/migrations/0007-contact-months.ts';
import { notices } from '#database/migrations/0008-notices.ts';
import { dkimRotation } from '#database/migrations/0010-dkim-rotation.ts';
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
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(transaction);
    const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => migrations } });
    const { rows } = await sql<{ done: boolean }>`
      select to_regclass('kysely_migration') is not null as done`.execute(transaction);
    if (rows[0]?.done) {
      const known = Object.keys(migrations);
      const newer = await sql<{ name: string }>`
        select name from kysely_migration where name <> all(${known}) order by name desc limit 1`.execute(transaction);
      if (newer.rows[0] !== undefined) {
        throw new StartError(
          `The database was migrated by a newer release (${newer.rows[0].name}); start that release or a later one.`,
        );
      }
    }
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) throw new StartError('The database could not be migrated.', { cause: error });
    return results.map((result) => result.migrationName);
  });
}
