import { openExisting } from '#cli/database.ts';
import type { Config } from '#config/config.ts';
import { formatSecretKey, loadSecretKey, secretKeyFiles } from '#core/keys/load-secret-key.ts';
import { resealKeys } from '#core/keys/key-table.ts';
import type { Database } from '#database/database.ts';
import { migrateDatabase } from '#database/migrate-database.ts';
import { renameDurably, writeSecretFile } from '#database/write-secret-file.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

export interface RotateSecretOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>;
  readonly log: Log;
  readonly random: Random;
  /** Takes one line of output. */
  readonly print: (line: string) => void;
}

async function rotate(options: RotateSecretOptions, database: Database): Promise<void> {
  const { config, random, print } = options;
  const from = await loadSecretKey({ config, database, random, weakSecret: 'allowed' });
  const to = random.bytes(from.length);
  const files = secretKeyFiles(config.dataDir);
  if (config.secretKey === null) {
    await writeSecretFile(files.next, `${formatSecretKey(to)}\n`);
  } else {
    // Before it counts: once the keys are sealed under it, nobody may be without it.
    print(`SECRET_KEY=${formatSecretKey(to)}`);
    print('This is the new SECRET_KEY, once the next line says so.');
  }
  const count = await database.db.transaction().execute((all) => resealKeys(all, { from, to, random }));
  if (config.secretKey === null) await renameDurably(files.next, files.current);
  print(`${count} keys are sealed under the new SECRET_KEY.`);
  if (config.secretKey !== null) print('Put it into the settings of every node and restart them now.');
}

/**
 * `rotate-secret`: changes SECRET_KEY. Killed at any moment it leaves a database that opens: with the new key or the old.
 * @throws StartError one clear line, for example while the program runs on the same DATA_DIR.
 */
export async function rotateSecret(options: RotateSecretOptions): Promise<void> {
  const { database, close } = await openExisting(options);
  try {
    await migrateDatabase(database);
    await rotate(options, database);
  } finally {
    await close();
  }
}
