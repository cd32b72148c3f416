import { sql } from 'kysely';
import { writeContents, type RowCounts, type Wanted } from '#core/backups/backup-contents.ts';
import { writeBackupFile } from '#database/backup/backup-file.ts';
import type { Database, Db } from '#database/database.ts';

export interface BackupPlace {
  /** The file to make. */
  readonly path: string;
  /** X25519, 32 octets: what it is sealed to. */
  readonly publicKey: Buffer;
  readonly signal?: AbortSignal;
  /** Asked within the snapshot; false: somebody else is at it, or it is not needed. */
  isWanted?(db: Db): Promise<boolean>;
}

/**
 * Writes one snapshot of the database to a file while everything goes on (REPEATABLE READ, READ ONLY): nobody waits for it.
 * @returns how many rows of each table it holds; null where it was not wanted after all.
 * @throws StartError when the file cannot be written, or SECRET_KEY does not fit.
 */
export function writeBackup(
  { db }: Pick<Database, 'db'>,
  wanted: Wanted,
  { path, publicKey, signal, isWanted }: BackupPlace,
): Promise<RowCounts | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // A slow disk may let statements and the pauses between them take long.
      await sql`set local statement_timeout = 0`.execute(snapshot);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
      await sql`set local bytea_output = 'hex'`.execute(snapshot);
      // Before the snapshot, which no change of the schema may follow (`migrateWithin`).
      await sql`lock table kysely_migration in access share mode`.execute(snapshot);
      if (isWanted !== undefined && !(await isWanted(snapshot))) return null;
      const counts: Record<string, number> = {};
      await writeBackupFile(path, publicKey, writeContents(snapshot, wanted, counts), signal);
      return counts;
    });
}
