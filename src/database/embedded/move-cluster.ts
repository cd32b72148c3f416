import { dirname } from 'node:path';
import { StartError } from '#config/start-error.ts';
import { explain } from '#database/connect-database.ts';
import { createCluster, type ClusterPlace } from '#database/embedded/create-cluster.ts';
import { retainServer } from '#database/embedded/retain-server.ts';
import { announceMove, withdrawMove } from '#database/embedded/move-notice.ts';
import { checkRoom, moveFailure } from '#database/embedded/move-room.ts';
import { moveRows } from '#database/embedded/move-rows.ts';
import { prepareProgramRole } from '#database/embedded/program-role.ts';
import { movedDirOf, replaceCluster } from '#database/embedded/replace-cluster.ts';
import { passwordOf, programRole, serverUrl, superuser } from '#database/embedded/server-url.ts';
import { socketPort } from '#database/embedded/socket-folder.ts';
import { spawnPatiently, spawnSomewhere } from '#database/embedded/spawn-somewhere.ts';
import type { FreeSpace } from '#platform/disk-space.ts';
import type { Log } from '#platform/log.ts';

export interface MoveOptions {
  /** The superuser's. */
  readonly password: string;
  readonly socketDir: string | null;
  readonly log: Log;
  readonly freeSpace: FreeSpace;
}

/** For our two, and nobody else. */
const connections = 10;

/** Fills a new cluster, while the old one is there to be read and for nothing else. */
async function copyCluster(
  from: ClusterPlace,
  to: ClusterPlace,
  { password, socketDir, log }: MoveOptions,
): Promise<void> {
  const old = await spawnSomewhere({ ...from, socketDir, connections, readOnly: true }, log);
  try {
    const { socketDir: shared } = old.server.address;
    const port = shared === null ? undefined : socketPort + 1;
    await createCluster({ ...to, clusterDir: movedDirOf(to.clusterDir) }, password, async (unnamed) => {
      const server = await spawnPatiently({ ...unnamed, socketDir: shared, connections }, log, port);
      try {
        const url = serverUrl(server.address, superuser, password);
        await prepareProgramRole(url, passwordOf(programRole, password));
        await moveRows(serverUrl(old.server.address, superuser, password), url, log);
      } finally {
        // It writes all to disk before it ends.
        await server.stop();
      }
    });
  } finally {
    await old.server.stop();
  }
}

/**
 * Moves the data of an older major version into a new cluster, which then takes its name. The old one is only read, and kept
 * until the program has been ready; when this is killed, the next start begins again.
 * @throws StartError one line; the old data is as it was.
 */
export async function moveCluster(from: ClusterPlace, to: ClusterPlace, options: MoveOptions): Promise<void> {
  const { log, freeSpace } = options;
  const majors = { from: from.binaries.major, to: to.binaries.major };
  const failure = moveFailure(majors.from, majors.to);
  const dataDir = dirname(to.clusterDir);
  await checkRoom(from.clusterDir, failure, freeSpace);
  log.info('database_move_began', majors);
  try {
    await announceMove(dataDir, { pid: process.pid, ...majors });
    await copyCluster(from, to, options);
    // Before it counts: an earlier release that takes over again needs it.
    await retainServer(to.binaries, { ...to, dataDir, log, freeSpace });
    await replaceCluster(to.clusterDir);
  } catch (error) {
    const reason = error instanceof StartError ? error.message.replace(/\.$/u, '') : explain(error);
    throw new StartError(`${failure}: ${reason}. The old data is as it was.`, { cause: error });
  } finally {
    await withdrawMove(dataDir);
  }
  log.info('database_moved', majors);
}
