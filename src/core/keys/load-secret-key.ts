import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { readPrivateFile } from '#config/private-file.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { isWeakSecret } from '#config/weak-secret.ts';
import { keyOctets, opensKeys, readKeyRows } from '#core/keys/key-table.ts';
import type { Database } from '#database/database.ts';
import { renameDurably, writeSecretFile } from '#database/write-secret-file.ts';
import { acquireFileLock, type FileLock } from '#platform/file-lock.ts';
import type { Random } from '#platform/random.ts';

export interface SecretKeyOptions {
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  /** Migrated. */
  readonly database: Database;
  readonly random: Random;
  /** Allowed only where it is about to be replaced. */
  readonly weakSecret?: 'refused' | 'allowed';
}

/** The generated SECRET_KEY, and the one a rotation is changing to. */
export function secretKeyFiles(dataDir: string): { current: string; next: string } {
  const current = join(dataDir, 'secret.key');
  return { current, next: `${current}.next` };
}

/** A SECRET_KEY as text, as it stands in the file and in the environment. */
export function formatSecretKey(secretKey: Buffer): string {
  return secretKey.toString('base64');
}

function findSecretFile(path: string): Buffer | null {
  try {
    const secretKey = Buffer.from(readPrivateFile(path).trim(), 'base64');
    if (secretKey.length !== keyOctets) throw new StartError(`${path} is damaged: it must hold 32 octets in base64.`);
    return secretKey;
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (errorCode(error) === 'ENOENT') return null;
    throw new StartError(`${path} cannot be read (${errorCode(error)}).`);
  }
}

/** SECRET_KEY as it is set or lies in DATA_DIR; null: neither. @throws StartError when the file cannot be read. */
export function findSecretKey(config: SecretKeyOptions['config']): Buffer | null {
  return config.secretKey ?? findSecretFile(secretKeyFiles(config.dataDir).current);
}

/** Whoever holds it changes the generated SECRET_KEY. With a database elsewhere, programs and commands run beside. */
export function holdRotation(dataDir: string): Promise<FileLock | null> {
  return acquireFileLock(join(dataDir, 'secret.lock'));
}

/** A rotation was killed: what the database says decides whether it had happened. */
async function finishRotation({ config, database }: SecretKeyOptions): Promise<Buffer | null> {
  const files = secretKeyFiles(config.dataDir);
  const [current, next] = [findSecretFile(files.current), findSecretFile(files.next)];
  if (next === null) return current;
  if (current === null || !(await opensKeys(database.db, current))) {
    if (!(await opensKeys(database.db, next))) return current;
    await renameDurably(files.next, files.current);
    return next;
  }
  await rm(files.next);
  return current;
}

/** The file of one that is under way is its own: the new key may count in a moment, and stands nowhere else. */
async function settleRotation(options: SecretKeyOptions): Promise<Buffer | null> {
  const { config, database } = options;
  const hold = await holdRotation(config.dataDir);
  if (hold !== null) return finishRotation(options).finally(() => hold.release());
  const { current, next } = secretKeyFiles(config.dataDir);
  const found = [findSecretFile(current), findSecretFile(next)];
  for (const one of found) if (one !== null && (await opensKeys(database.db, one))) return one;
  return found[0] ?? null;
}

async function makeSecretKey({ config, database, random }: SecretKeyOptions): Promise<Buffer> {
  const path = secretKeyFiles(config.dataDir).current;
  if ((await readKeyRows(database.db)).length > 0) {
    throw new StartError(`${path} is missing, and the data of this database opens with nothing else; restore it.`);
  }
  const secretKey = random.bytes(keyOctets);
  await writeSecretFile(path, `${formatSecretKey(secretKey)}\n`);
  return secretKey;
}

/**
 * SECRET_KEY: from the environment, else from the file in DATA_DIR, which is made for a new database. Finishes a
 * rotation that was killed half-way. Call it while DATA_DIR is held.
 * @returns 32 octets.
 * @throws StartError when the file is damaged, weak or others', cannot be read or is missing beside existing data.
 */
export async function loadSecretKey(options: SecretKeyOptions): Promise<Buffer> {
  if (options.config.secretKey !== null) return options.config.secretKey;
  const files = secretKeyFiles(options.config.dataDir);
  const current = findSecretFile(files.current);
  const next = findSecretFile(files.next);
  const settled = next === null ? current : await settleRotation(options);
  if (settled !== null && options.weakSecret !== 'allowed' && isWeakSecret(settled)) {
    throw new StartError(`${files.current} can be guessed; a better one comes from: npm run kauke -- rotate-secret`);
  }
  return settled ?? makeSecretKey(options);
}
