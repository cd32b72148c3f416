import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#config/start-error.ts';
import { clusterDirOf } from '#database/embedded/cluster-disk.ts';
import { createCluster, removeUnfinished, type ClusterPlace } from '#database/embedded/create-cluster.ts';
import { findKeptServer } from '#database/embedded/retain-server.ts';
import { moveCluster, type MoveOptions } from '#database/embedded/move-cluster.ts';
import { checkRoom, moveFailure } from '#database/embedded/move-room.ts';
import { readOwnMajor, type PostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { chooseServerAccount } from '#database/embedded/server-account.ts';
import type { FreeSpace } from '#platform/disk-space.ts';

async function readMajor(clusterDir: string): Promise<number | null> {
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return version === null ? null : Number(version);
}

/** The server that was kept of another major version. @throws StartError where none was */
async function findWriter(
  { clusterDir, account }: Pick<ClusterPlace, 'clusterDir' | 'account'>,
  major: number,
  brought: number,
): Promise<PostgresBinaries> {
  const kept = await findKeptServer(major, { dataDir: dirname(clusterDir), account });
  if (kept !== null) return kept;
  throw new StartError(
    `${clusterDir} is of PostgreSQL ${major}, this program brings ${brought}: ` +
      'back it up with the release that wrote it (`backup FILE`) and restore that into an empty DATA_DIR.',
  );
}

/**
 * Looks whether a start of this release would have to move the data to its major version, and could. Changes nothing.
 * @returns the major versions; null: nothing is to be moved.
 * @throws StartError one line: what would be refused, and what to do.
 */
export async function foreseeMove(
  dataDir: string,
  freeSpace: FreeSpace,
): Promise<{ readonly from: number; readonly to: number } | null> {
  const clusterDir = clusterDirOf(dataDir);
  const from = await readMajor(clusterDir);
  const to = await readOwnMajor();
  if (from === null || from >= to) return null;
  await findWriter({ clusterDir, account: await chooseServerAccount(clusterDir) }, from, to);
  await checkRoom(clusterDir, moveFailure(from, to), freeSpace);
  return { from, to };
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
  const { binaries, clusterDir } = place;
  await removeUnfinished(clusterDir);
  const major = await readMajor(clusterDir);
  if (major === null) await createCluster(place, move.password);
  if (major === null || major === binaries.major) return binaries;
  const kept = await findWriter(place, major, binaries.major);
  if (major > binaries.major) {
    move.log.warn('database_newer_than_release', { major, brings: binaries.major });
  }
  if (major > binaries.major || !move.movesOlder) return kept;
  await moveCluster({ ...place, binaries: kept }, place, move);
  return binaries;
}
