import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** What a whole run of the tests leaves free: its databases, their logs, and the programs that it starts. */
const neededBytes = 6 * 1024 ** 3;
/** What lies there lies in memory. */
export const memoryFolder = '/dev/shm';
const prefix = 'kauke-tests-';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** What runs left that were killed. That of other accounts is theirs. */
function removeLeftovers(): void {
  for (const name of readdirSync(memoryFolder)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    try {
      rmSync(join(memoryFolder, name), { recursive: true });
    } catch {
      // Whoever left it removes it.
    }
  }
}

/**
 * Puts the temporary files of this process and its children into memory, where there is enough of it: a new database is some
 * hundred files, which disks take their time for, and each test has one of its own.
 */
export function useMemoryFolder(): void {
  if (freeBytes() < neededBytes) return;
  removeLeftovers();
  const folder = join(memoryFolder, `${prefix}${process.pid}`);
  try {
    mkdirSync(folder);
    // Servers run as accounts of their own.
    chmodSync(folder, 0o755);
  } catch {
    // Not ours to use: files go where they always went.
    return;
  }
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
