import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import type { FreeSpace } from '#platform/disk-space.ts';

const mebibyte = 1024 * 1024;
/** The write-ahead log may grow so far between checkpoints (`max_wal_size`), and a quarter more while one is under way. */
export const maxWalMebibytes = 256;
const walBytes = maxWalMebibytes * 1.25 * mebibyte;
const walSegmentBytes = 16 * mebibyte;
/** What PostgreSQL needs besides: tables that grow while no mail is stored, sorts, its own files. */
const besidesWalBytes = 64 * mebibyte;
/** Keys and certificates, where the database is elsewhere. */
const fewFilesBytes = 16 * mebibyte;

/** How a disk stands, in octets. */
export interface DiskReading {
  readonly freeBytes: number;
  /** What of it has to stay free. PostgreSQL ends, and everything with it, when it cannot write its log. */
  readonly reservedBytes: number;
  /** The database is on it, and so mail that waits. */
  readonly holdsMail: boolean;
}

export function clusterDirOf(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** What the log has already need not be kept free for it. */
async function readWalBytes(clusterDir: string): Promise<number> {
  const names = await readdir(join(clusterDir, 'pg_wal')).catch(() => []);
  return names.filter((name) => /^[\dA-F]{24}$/u.test(name)).length * walSegmentBytes;
}

/** What tables and indexes take on disk, in octets; 0 where there are none yet. */
export async function readStoredBytes(clusterDir: string): Promise<number> {
  const entries = await readdir(join(clusterDir, 'base'), { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    // A table may be dropped meanwhile.
    const found = entry.isFile() ? await stat(join(entry.parentPath, entry.name)).catch(() => null) : null;
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * How the disk of DATA_DIR stands. Of a database elsewhere nothing can be seen.
 * @throws Error when DATA_DIR cannot be read.
 */
export async function readDisk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  freeSpace: FreeSpace,
): Promise<DiskReading> {
  const freeBytes = await freeSpace(dataDir);
  if (databaseUrl !== null) return { freeBytes, reservedBytes: fewFilesBytes, holdsMail: false };
  const clusterDir = clusterDirOf(dataDir);
  // It may be a mount of its own.
  const clusterBytes = await freeSpace(clusterDir);
  const toGrowBytes = Math.max(0, walBytes - (await readWalBytes(clusterDir)));
  return {
    freeBytes: Math.min(freeBytes, clusterBytes),
    reservedBytes: toGrowBytes + besidesWalBytes,
    holdsMail: true,
  };
}
