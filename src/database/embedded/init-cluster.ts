import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#config/start-error.ts';
import type { PostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { faultLine, runAs, type ServerAccount } from '#database/embedded/server-account.ts';
import { superuser } from '#database/embedded/server-url.ts';
import { renameDurably } from '#database/write-secret-file.ts';

export interface ClusterPlace {
  readonly binaries: PostgresBinaries;
  readonly clusterDir: string;
  readonly account: ServerAccount | null;
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.new-`;
  for (const name of await readdir(dirname(clusterDir))) {
    if (!name.startsWith(prefix)) continue;
    // Patiently: initdb outlives the program that was killed by a moment, and goes on writing.
    await rm(join(dirname(clusterDir), name), { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function createCluster({ binaries, clusterDir, account }: ClusterPlace, password: string): Promise<void> {
  const fresh = `${clusterDir}.new-${randomUUID()}`;
  const [data, passwordFile] = [join(fresh, 'data'), join(fresh, 'password')];
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== null) for (const path of [fresh, passwordFile]) await chown(path, account.uid, account.gid);
  const result = await runAs(account, join(binaries.folder, 'initdb'), [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The server's own locale: none of the system's is needed, and an update of the system cannot change the order.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  if (!result.ok) {
    await rm(fresh, { recursive: true, force: true });
    throw new StartError(`The database could not be created in ${clusterDir}: ${faultLine(result.stderr)}.`);
  }
  await renameDurably(data, clusterDir);
  await rm(fresh, { recursive: true });
}

/**
 * Creates the database files, all or nothing: they get their name only when they are complete and on disk.
 * @throws StartError when that fails, or when existing files are of another major version.
 */
export async function initCluster(place: ClusterPlace, password: string): Promise<void> {
  await removeUnfinished(place.clusterDir);
  const version = await readFile(join(place.clusterDir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (version === null) return createCluster(place, password);
  if (Number(version) === place.binaries.major) return;
  throw new StartError(
    `${place.clusterDir} is of PostgreSQL ${version.trim()}, this program brings ${place.binaries.major}: ` +
      'back it up with the release that wrote it (`backup FILE`) and restore that into an empty DATA_DIR.',
  );
}
