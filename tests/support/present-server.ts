import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from '#database/embedded/postgres-binaries.ts';

/**
 * A new DATA_DIR that has the programs of its server already, by a link: from npm's folder into memory a first start copies
 * them, a thousand files, each synced, which no test of something else looks at.
 */
export async function presentServer(dataDir: string): Promise<string> {
  const { folder, version } = await findPostgresBinaries('/nowhere', null);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(join(dataDir, 'servers'), { mode: 0o755 });
  await symlink(dirname(folder), join(dataDir, 'servers', version));
  return dataDir;
}

/** All that is in a folder, with its owners, into another. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}
