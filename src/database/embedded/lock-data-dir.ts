import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#config/start-error.ts';

export interface DataDirLock {
  release(): void;
}

/**
 * Makes sure that one DATA_DIR has one program. Node offers no file lock of its own, but SQLite's exclusive transaction
 * is one (fcntl): the kernel drops it when the process ends in whatever way, so a process id that was given anew, a
 * `kill -9` or a container restart can neither leave it behind nor break it.
 * @throws StartError when another program holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const path = join(dataDir, 'kauke.lock');
  // Created by us first: others must not be able to open it, for a reader could hold the lock against us.
  await (await open(path, 'a', 0o600)).close();
  const holder = new DatabaseSync(path, { timeout: 0 });
  try {
    holder.exec('PRAGMA journal_mode = MEMORY');
    holder.exec('BEGIN EXCLUSIVE');
  } catch {
    holder.close();
    throw new StartError(`DATA_DIR ${dataDir} is in use by another running program.`);
  }
  return { release: () => holder.close() };
}
