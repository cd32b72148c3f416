import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Octets that the file system of a folder has left for programs without privileges. @throws when it cannot be asked. */
export type FreeSpace = (folder: string) => Promise<number>;

/** Asks the system. Of a folder that is not there: of the disk that it would be made on. */
export async function readFreeSpace(folder: string): Promise<number> {
  const space = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(folder) !== folder) return null;
    throw error;
  });
  return space === null ? readFreeSpace(dirname(folder)) : space.bavail * space.bsize;
}
