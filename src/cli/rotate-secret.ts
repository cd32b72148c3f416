import { openExisting } from '#cli/database.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import { formatSecretKey, holdRotation, loadSecretKey, secretKeyFiles } from '#core/keys/load-secret-key.ts';
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

/** The new key lies beside the old one until it counts, so that a kill at any moment leaves one that opens. */
async function rotateFile(options: RotateSecretOptions, database: Database): Promise<number> {
  const { config, random } = options;
  const { current, next } = secretKeyFiles(config.dataDir);
  const from = await loadSecretKey({ config, database, random, weakSecret: 'allowed' });
  const hold = await holdRotation(config.dataDir);
  if (hold === null) throw new StartError('SECRET_KEY is being changed by another command: look what that one says.');
  try {
    const to = random.bytes(from.length);
    await writeSecretFile(next, `${formatSecretKey(to)}\n`);
    const count = await database.db.transaction().execute((all) => resealKeys(all, { from, to, random }));
    await renameDurably(next, current);
    return count;
  } finally {
    hold.release();
  }
}

async function rotate(options: RotateSecretOptions, database: Database): Promise<void> {
  const { config, random, print } = options;
  const { secretKey: from } = config;
  if (from === null) return print(`${await rotateFile(options, database)} keys are sealed under the new SECRET_KEY.`);
  const to = random.bytes(from.length);
  // Before it counts: once the keys are sealed under it, nobody may be without it.
  print(`SECRET_KEY=${formatSecretKey(to)}`);
  print('This is the new SECRET_KEY, once the next line says so.');
  const count = await database.db.transaction().execute((all) => resealKeys(all, { from, to, random }));
  print(`${count} keys are sealed under the new SECRET_KEY.`);
  print('Put it into the settings of every node and restart them now.');
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
