import { rm, stat } from 'node:fs/promises';
import { renameDurably } from '#database/write-secret-file.ts';

/** A cluster that is whole and takes the place of the other next. */
export function movedDirOf(clusterDir: string): string {
  return `${clusterDir}.moved`;
}

/** The one whose place was taken: kept until the program has been ready once. */
export function replacedDirOf(clusterDir: string): string {
  return `${clusterDir}.replaced`;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** Puts the cluster that was moved in the place of the other, which is kept. */
export async function replaceCluster(clusterDir: string): Promise<void> {
  await rm(replacedDirOf(clusterDir), { recursive: true, force: true });
  await renameDurably(clusterDir, replacedDirOf(clusterDir));
  await renameDurably(movedDirOf(clusterDir), clusterDir);
}

/**
 * After a `kill -9` in the middle of that. While the old cluster has its name, it counts: a release that knows nothing of the
 * other may have gone on with it.
 */
export async function finishReplacing(clusterDir: string): Promise<void> {
  const moved = movedDirOf(clusterDir);
  if (!(await isThere(moved))) return;
  if (await isThere(clusterDir)) await rm(moved, { recursive: true });
  else await renameDurably(moved, clusterDir);
}
