import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#config/start-error.ts';
import { createCluster, removeUnfinished, type ClusterPlace } from '#database/embedded/create-cluster.ts';
import { findKeptServer } from '#database/embedded/keep-server.ts';
import { moveCluster, type MoveOptions } from '#database/embedded/move-cluster.ts';
import type { PostgresBinaries } from '#database/embedded/postgres-binaries.ts';

async function readMajor(clusterDir: string): Promise<number | null> {
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return version === null ? null : Number(version);
}

/**
 * Makes sure that there is a database, and gives the server that runs it: ours, or the one of another major version that
 * was kept beside the data. What an older one wrote is moved where `movesOlder`, and is left as it is by a command that only
 * looks. What a newer one wrote, before its release was taken back, goes on with that one: nothing that came since may be lost.
 * @throws StartError when that fails, or the server of the other major version was not kept.
 */
export async function initCluster(
  place: ClusterPlace,
  move: MoveOptions & { readonly movesOlder: boolean },
): Promise<PostgresBinaries> {
  const { binaries, clusterDir, account } = place;
  await removeUnfinished(clusterDir);
  const major = await readMajor(clusterDir);
  if (major === null) await createCluster(place, move.password);
  if (major === null || major === binaries.major) return binaries;
  const kept = await findKeptServer(major, { dataDir: dirname(clusterDir), account });
  if (kept === null) {
    throw new StartError(
      `${clusterDir} is of PostgreSQL ${major}, this program brings ${binaries.major}: ` +
        'back it up with the release that wrote it (`backup FILE`) and restore that into an empty DATA_DIR.',
    );
  }
  if (major > binaries.major) {
    move.log.warn('database_newer_than_release', { major, brings: binaries.major });
  }
  if (major > binaries.major || !move.movesOlder) return kept;
  await moveCluster({ ...place, binaries: kept }, place, move);
  return binaries;
}
