import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ServerAccount } from '#database/embedded/server-account.ts';

/**
 * Makes a folder, ours alone. When the server runs under another account, that account may pass through it and through
 * what had to be made above it, whatever our umask says; it needs to list nothing on the way.
 */
export const makeFolder = async (path: string, account: ServerAccount | null): Promise<void> => {
  const outermost = (await mkdir(path, { recursive: true, mode: 0o700 })) ?? path;
  if (account === null) return;
  for (let folder = path; folder.length >= outermost.length; folder = dirname(folder)) {
    await chmod(folder, (await stat(folder)).mode | 0o011);
  }
};
