import { StartError } from '#config/start-error.ts';
import { deriveTableKey, lockKeyTable, openKey, readKeyRows, sealKey } from '#core/keys/key-table.ts';
import type { Database } from '#database/database.ts';
import type { Random } from '#platform/random.ts';

export interface ResealOptions {
  readonly database: Database;
  readonly from: Buffer;
  readonly to: Buffer;
  readonly random: Random;
}

/**
 * Seals every key under another SECRET_KEY, all or nothing. The keys stay the same, so nothing else is touched.
 * @returns how many keys there are.
 * @throws StartError when `from` does not open them all.
 */
export function resealKeys({ database, from, to, random }: ResealOptions): Promise<number> {
  return database.db.transaction().execute(async (transaction) => {
    await lockKeyTable(transaction);
    const [oldKey, newKey] = [deriveTableKey(from), deriveTableKey(to)];
    const rows = await readKeyRows(transaction);
    for (const row of rows) {
      let key;
      try {
        key = openKey(oldKey, row);
      } catch {
        throw new StartError(`SECRET_KEY does not open the key ${row.purpose} ${row.version}; nothing was changed.`);
      }
      await transaction
        .updateTable('keys')
        .set({ sealed: sealKey(newKey, random, key) })
        .where('purpose', '=', row.purpose)
        .where('version', '=', row.version)
        .execute();
    }
    return rows.length;
  });
}
