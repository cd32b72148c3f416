import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the built server lies in a checkout, and its list of what it was made of. */
export const builtServerFolder = 'dist/server';
export const madeOfFile = join(builtServerFolder, 'made-of.json');

/** Octets of each file that the server was made of, by its path from the root. The list is as old as the beginning of its build. */
export type MadeOf = Readonly<Record<string, number>>;

/** Whether the server in this checkout was built from what lies there now: no file is newer than its list, or of another size. */
export function isServerBuilt(root: string): boolean {
  try {
    const list = join(root, madeOfFile);
    const { mtimeMs: begunMs } = statSync(list);
    return Object.entries(JSON.parse(readFileSync(list, 'utf8')) as MadeOf).every(([path, octets]) => {
      const { size, mtimeMs } = statSync(join(root, path));
      return size === octets && mtimeMs <= begunMs;
    });
  } catch {
    // Never built, broken off, or made of what is gone.
    return false;
  }
}

/** Where a module of the built server lies, by its name; null: it is to run from its sources. */
export function findBuilt(root: string, name: string): string | null {
  return isServerBuilt(root) ? join(root, builtServerFolder, `${name}.js`) : null;
}
