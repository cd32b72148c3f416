import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/**
 * Makes sure that one process at a time does something. Node offers no file lock of its own, but SQLite's exclusive
 * transaction is one (fcntl): the kernel drops it when the process ends in whatever way, so a process id that was given anew,
 * a `kill -9` or a container restart can neither leave it behind nor break it.
 * @param path Of a file for this alone; made when missing.
 * @returns null: another one holds it.
 */
export async function acquireFileLock(path: string): Promise<FileLock | null> {
  // Created by us first: others must not be able to open it, for a reader could hold the lock against us.
  await (await open(path, 'a', 0o600)).close();
  const holder = new DatabaseSync(path, { timeout: 0 });
  try {
    holder.exec('PRAGMA journal_mode = MEMORY');
    holder.exec('BEGIN EXCLUSIVE');
  } catch {
    holder.close();
    return null;
  }
  return { release: () => holder.close() };
}
