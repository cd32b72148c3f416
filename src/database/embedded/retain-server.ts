import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, link, mkdir, open, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '#config/start-error.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { majorOf, tryBinaries, type PostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import type { ServerAccount } from '#database/embedded/server-account.ts';
import { renameDurably } from '#database/write-secret-file.ts';
import type { FreeSpace } from '#platform/disk-space.ts';
import type { Log } from '#platform/log.ts';

export interface ServerKeeper {
  readonly dataDir: string;
  readonly account: ServerAccount | null;
  readonly log: Log;
  readonly freeSpace: FreeSpace;
}

/** What a copy must leave free: the log of the database may still need most of it. */
const copyLeavesOctets = 512 * 1024 * 1024;

/** Each in a folder of its version. */
function serversDir(dataDir: string): string {
  return join(dataDir, 'servers');
}

/** Versions, the newest first. */
async function listServers(dataDir: string): Promise<string[]> {
  const names = await readdir(serversDir(dataDir)).catch(() => []);
  const versions = names.filter((name) => /^\d+(?:\.\d+)*$/u.test(name));
  return versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}

/** One file with two names, which takes no room; on another disk, or where links are forbidden, a copy that is on disk. */
async function placeFile(from: string, to: string, freeSpace: FreeSpace): Promise<void> {
  if (
    await link(from, to).then(
      () => true,
      () => false,
    )
  )
    return;
  if ((await freeSpace(dirname(to))) < copyLeavesOctets) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, 0o755);
  await using file = await open(to);
  await file.sync();
}

async function placeTree(from: string, to: string, freeSpace: FreeSpace): Promise<void> {
  await mkdir(to);
  // Whatever our umask says: the server's account goes through it.
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && basename(source) !== 'pkgconfig') await placeTree(source, target, freeSpace);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) await placeFile(source, target, freeSpace);
  }
}

/**
 * Keeps the programs of a server beside the data that it works on, so that a release that brings another major version can
 * still start it. Of one major, one version is kept. Where that fails the log tells: mail flows without.
 */
export async function retainServer(
  binaries: PostgresBinaries,
  { dataDir, account, log, freeSpace }: ServerKeeper,
): Promise<void> {
  const kept = await listServers(dataDir);
  if (kept.includes(binaries.version)) return;
  const folder = serversDir(dataDir);
  try {
    await makeFolder(folder, account);
    for (const name of await readdir(folder)) {
      if (name.startsWith('new-')) await rm(join(folder, name), { recursive: true });
    }
    const fresh = join(folder, `new-${randomUUID()}`);
    await placeTree(dirname(binaries.folder), fresh, freeSpace);
    await renameDurably(fresh, join(folder, binaries.version));
    for (const version of kept) {
      if (majorOf(version) === binaries.major) await rm(join(folder, version), { recursive: true });
    }
  } catch (error) {
    log.warn('database_server_not_kept', { code: errorCode(error) });
  }
}

/** The kept server of a major version; null: none is there, or it does not run here. */
export async function findKeptServer(
  major: number,
  { dataDir, account }: Pick<ServerKeeper, 'dataDir' | 'account'>,
): Promise<PostgresBinaries | null> {
  const version = (await listServers(dataDir)).find((name) => majorOf(name) === major);
  if (version === undefined) return null;
  const tried = await tryBinaries(join(serversDir(dataDir), version), account);
  return 'folder' in tried && tried.major === major ? tried : null;
}

/** Removes the servers of all other major versions. */
export async function removeServersExcept(majors: readonly number[], dataDir: string): Promise<void> {
  for (const version of await listServers(dataDir)) {
    if (!majors.includes(majorOf(version))) await rm(join(serversDir(dataDir), version), { recursive: true });
  }
}
