import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '#config/start-error.ts';
import type { ServerAccount } from '#database/embedded/server-account.ts';

/**
 * Makes what is missing of a path and gives the outermost folder that was made. Each folder is tried once: Node's own
 * recursive `mkdir` tries for ever where a file system such as /proc answers ENOENT for a folder whose parent exists.
 */
async function makeMissing(path: string): Promise<string | null> {
  const missing: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT' && folder !== dirname(folder)) return null;
      throw error;
    });
    if (found?.isDirectory()) break;
    if (found !== null)
      throw Object.assign(new Error('not a folder'), { code: folder === path ? 'EEXIST' : 'ENOTDIR' });
    missing.push(folder);
  }
  for (const folder of missing.toReversed()) {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      // Another program may make the same folder at the same time.
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
  return missing.at(-1) ?? null;
}

/**
 * Makes a folder, ours alone. When the server runs under another account, that account may pass through it and through
 * what had to be made above it, whatever our umask says; it needs to list nothing on the way.
 */
export async function makeFolder(path: string, account: ServerAccount | null): Promise<void> {
  const outermost = (await makeMissing(path)) ?? path;
  if (account === null) return;
  for (let folder = path; folder.length >= outermost.length; folder = dirname(folder)) {
    await chmod(folder, (await stat(folder)).mode | 0o011);
  }
}
