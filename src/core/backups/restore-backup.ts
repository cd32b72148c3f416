import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { StartError } from '#config/start-error.ts';
import { readContents, type Contents, type Manifest, type RowCounts } from '#core/backups/backup-contents.ts';
import { applyDeletions } from '#core/backups/deletions.ts';
import { resealKeys } from '#core/keys/key-table.ts';
import { readBackupFile } from '#database/backup/backup-file.ts';
import { checkSealedFile } from '#database/backup/sealed-file.ts';
import { continueCounting, insertRows, listTables, withoutForeignKeys } from '#database/backup/table-rows.ts';
import type { Database, Db } from '#database/database.ts';
import { changeSchema, findNewerMigration, migrateWithin } from '#database/migrate-database.ts';
import type { Random } from '#platform/random.ts';

/** A file that a backup was written to, and what opens it. */
export interface SealedBackup {
  readonly path: string;
  readonly privateKey: KeyObject;
}

/** What a file was found to hold. */
export interface BackupReport {
  readonly manifest: Manifest;
  readonly counts: RowCounts;
}

/**
 * Opens a file from its first octet to its last and counts its rows; nothing else is touched.
 * @throws StartError when it is damaged, sealed to another key, of a newer release or no `kind`.
 */
export async function inspectBackup(
  { path, privateKey }: SealedBackup,
  kind: Manifest['kind'] = 'backup',
): Promise<BackupReport> {
  await checkSealedFile(path);
  return readBackupFile(path, privateKey, async (lines) => {
    const { manifest, rows } = await readContents(lines, kind);
    const newer = findNewerMigration(manifest.migrations);
    if (newer !== null) {
      throw new StartError(
        `${path} was made by a newer release (${newer}): restore it with that release or a later one.`,
      );
    }
    const counts: Record<string, number> = {};
    for await (const { table } of rows) counts[table] = (counts[table] ?? 0) + 1;
    return { manifest, counts };
  });
}

/** How many octets of rows go in one statement. */
const statementOctets = 1024 * 1024;

async function loadRows(db: Db, { rows }: Contents, keepPresent: boolean): Promise<void> {
  const tables = new Set(await listTables(db));
  let batch: string[] = [];
  let octets = 0;
  let batchTable = '';
  const flush = async (): Promise<void> => {
    await insertRows(db, { table: batchTable, rows: batch, keepPresent });
    [batch, octets] = [[], 0];
  };
  for await (const { table, row } of rows) {
    if (!tables.has(table)) throw new StartError(`The backup holds a table that this release does not know: ${table}.`);
    if (table !== batchTable || octets + row.length > statementOctets) await flush();
    batchTable = table;
    batch.push(row);
    octets += row.length;
  }
  await flush();
}

/** @throws StartError when there is any table, be it as empty as it may. */
async function checkEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`.execute(db);
  if (rows[0] === undefined) return;
  throw new StartError(
    'The database is not empty, and a backup is restored into an empty one only: move DATA_DIR/postgres away if `setup` alone has made it; else name a new DATA_DIR or another DATABASE_URL.',
  );
}

export interface RestoreOptions {
  readonly database: Database;
  readonly backup: SealedBackup;
  /** The journal of deletions; null: there is none. */
  readonly journal: SealedBackup | null;
  /** The SECRET_KEY of this place; null: that of the backup goes on. */
  readonly secretKey: Buffer | null;
  readonly random: Random;
  /** What is said where the server refuses, before its reason. */
  readonly failure: string;
  /** When all is there and not yet committed. Where it fails, nothing was done. `secretKey`: what opens the database. */
  beforeCommit(secretKey: Buffer): Promise<void>;
}

async function loadBackup(
  db: Db,
  { backup, secretKey: own, random }: RestoreOptions,
): Promise<{ manifest: Manifest; secretKey: Buffer }> {
  return readBackupFile(backup.path, backup.privateKey, async (lines) => {
    const contents = await readContents(lines, 'backup');
    const { manifest } = contents;
    await migrateWithin(db, manifest.migrations.at(-1));
    await withoutForeignKeys(db, () => loadRows(db, contents, false));
    await continueCounting(db, manifest.counted);
    const from = Buffer.from(manifest.secretKey ?? '', 'base64');
    if (own !== null) await resealKeys(db, { from, to: own, random });
    await migrateWithin(db);
    return { manifest, secretKey: own ?? from };
  });
}

/**
 * Restores a backup into an empty database, all or nothing: as it was, brought up to the schema of this release, without
 * what was deleted since, and with its mail held.
 * @throws StartError one clear line.
 */
export function restoreBackup(options: RestoreOptions): Promise<void> {
  const { database, journal, failure, beforeCommit } = options;
  return changeSchema(database, failure, async (db) => {
    await checkEmpty(db);
    const { manifest, secretKey } = await loadBackup(db, options);
    if (journal !== null) {
      await readBackupFile(journal.path, journal.privateKey, async (lines) =>
        loadRows(db, await readContents(lines, 'deletions'), true),
      );
    }
    await applyDeletions(db, manifest.madeAt);
    await db
      .insertInto('deliveryHold')
      .values({ since: new Date(manifest.madeAt) })
      .execute();
    await beforeCommit(secretKey);
  });
}
