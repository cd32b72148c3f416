import { statfs } from 'node:fs/promises';

/** Octets that the file system of a folder has left for programs without privileges. @throws when it cannot be asked. */
export type FreeSpace = (folder: string) => Promise<number>;

export async function readFreeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
