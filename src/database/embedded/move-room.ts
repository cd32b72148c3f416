import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, StartError } from '#config/start-error.ts';
import type { FreeSpace } from '#platform/disk-space.ts';

const mebibyte = 1024 * 1024;
/** A new cluster without data, its log between checkpoints, and a copy of its server where that takes room. */
const besidesMebibytes = 512;

/** Octets of the tables and all else but the log. A server may work there, and remove a file meanwhile. */
async function measureCluster(clusterDir: string): Promise<number> {
  let octets = 0;
  for (const entry of await readdir(clusterDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.parentPath.startsWith(join(clusterDir, 'pg_wal'))) continue;
    octets += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return 0;
        throw error;
      },
    );
  }
  return octets;
}

/** How a move is called that cannot be made. */
export function moveFailure(from: number, to: number): string {
  return `The database cannot be moved from PostgreSQL ${from} to ${to}`;
}

/** @throws StartError where there is no room for an old and a new cluster beside each other. */
export async function checkRoom(clusterDir: string, failure: string, freeSpace: FreeSpace): Promise<void> {
  const dataDir = dirname(clusterDir);
  if ((await stat(clusterDir)).dev !== (await stat(dataDir)).dev) {
    throw new StartError(`${failure}: ${clusterDir} is a disk of its own; mount that disk at ${dataDir} instead.`);
  }
  const needed = Math.ceil((await measureCluster(clusterDir)) / mebibyte) + besidesMebibytes;
  const free = Math.floor((await freeSpace(dataDir)) / mebibyte);
  if (free >= needed) return;
  throw new StartError(
    `${failure}: old and new data lie beside each other meanwhile, which needs ${needed} MiB free in ${dataDir}, and ${free} MiB are. Make room there, or move DATA_DIR to a larger disk.`,
  );
}
