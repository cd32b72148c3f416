import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#config/start-error.ts';
import type { PostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { faultLine, runAs, type ServerAccount } from '#database/embedded/server-account.ts';
import { superuser } from '#database/embedded/server-url.ts';
import { stopLeftOverServer } from '#database/embedded/stop-left-over-server.ts';
import { renameDurably } from '#database/write-secret-file.ts';

export interface ClusterPlace {
  readonly binaries: PostgresBinaries;
  readonly clusterDir: string;
  readonly account: ServerAccount | null;
}

/** What a killed creation left. */
export async function removeUnfinished(clusterDir: string): Promise<void> {
  const prefix = `${basename(clusterDir)}.`;
  for (const name of await readdir(dirname(clusterDir))) {
    if (!name.startsWith(prefix) || !name.includes('.new-')) continue;
    const unfinished = join(dirname(clusterDir), name);
    await stopLeftOverServer(join(unfinished, 'data'));
    // Patiently: initdb outlives the program that was killed by a moment, and goes on writing.
    await rm(unfinished, { recursive: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * Creates the files of a database, all or nothing: they get their name, `clusterDir`, only when they are complete and on
 * disk. `fill` may work on them before, with a server that it stops.
 * @throws StartError when that fails.
 */
export async function createCluster(
  { binaries, clusterDir, account }: ClusterPlace,
  password: string,
  fill?: (unnamed: ClusterPlace) => Promise<void>,
): Promise<void> {
  const fresh = `${clusterDir}.new-${randomUUID()}`;
  const [data, passwordFile] = [join(fresh, 'data'), join(fresh, 'password')];
  try {
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
      throw new StartError(`The database could not be created in ${clusterDir}: ${faultLine(result.stderr)}.`);
    }
    await fill?.({ binaries, clusterDir: data, account });
    await renameDurably(data, clusterDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
