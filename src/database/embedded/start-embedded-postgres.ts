import { constants } from 'node:fs';
import { access, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findExposure, readPrivateFile } from '#config/private-file.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import { clusterDirOf } from '#database/embedded/cluster-disk.ts';
import { initCluster } from '#database/embedded/init-cluster.ts';
import { retainServer, removeServersExcept } from '#database/embedded/retain-server.ts';
import { superviseServer, type SupervisedServer } from '#database/embedded/supervise-server.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { withdrawMove } from '#database/embedded/move-notice.ts';
import { prepareProgramRole } from '#database/embedded/program-role.ts';
import { findPostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { finishReplacing, replacedDirOf } from '#database/embedded/replace-cluster.ts';
import { runAs, chooseServerAccount, type ServerAccount } from '#database/embedded/server-account.ts';
import { passwordFile, passwordOf, programRole, serverUrl, superuser } from '#database/embedded/server-url.ts';
import { makeSocketFolder } from '#database/embedded/socket-folder.ts';
import type { RunningServer } from '#database/embedded/spawn-server.ts';
import { spawnPatiently, spawnSomewhere } from '#database/embedded/spawn-somewhere.ts';
import { stopLeftOverServer } from '#database/embedded/stop-left-over-server.ts';
import { writeSecretFile } from '#database/write-secret-file.ts';
import { readFreeSpace, type FreeSpace } from '#platform/disk-space.ts';
import { acquireFileLock, type FileLock } from '#platform/file-lock.ts';
import type { Log } from '#platform/log.ts';
import type { Random } from '#platform/random.ts';

export interface EmbeddedPostgres {
  /** Of the program's role, with its password: never shown. */
  readonly url: string;
  /** The server ended for good, after several starts: `null` when `stop` was called, else why. */
  readonly exited: Promise<StartError | null>;
  /** All that starts works: data that a move to another major version kept, and servers of others, are removed. Never rejects. */
  finishMigration(): Promise<void>;
  /** Stops the server, then gives DATA_DIR free. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute path; made when missing. */
  readonly dataDir: string;
  readonly log: Log;
  readonly random: Random;
  /** Processes of this program that connect to it. */
  readonly workers?: number;
  readonly freeSpace?: FreeSpace;
  /** Data of an older major version is moved; else it stays as it is, and the server that wrote it is started. */
  readonly movesOlder?: boolean;
}

/** Of each process, and for commands that run beside. More cost memory, also unused. */
const connectionsEach = 8;
const connectionsBeside = 20;
const connectionsMin = 100;

/** Where root keeps a copy of the programs that an unprivileged user can reach. */
const sharedRuntimeDir = '/var/lib/kauke/runtime';

async function prepareDataDir(dataDir: string, account: ServerAccount | null): Promise<void> {
  try {
    await makeFolder(dataDir, account);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written (${errorCode(error)}).`);
  }
  const exposure = findExposure(dataDir, await stat(dataDir));
  if (exposure !== null) throw new StartError(`DATA_DIR ${exposure}`);
}

/** The server's account must get through DATA_DIR to its own folder below it. */
async function checkReachable(dataDir: string, account: ServerAccount | null): Promise<void> {
  if (account === null) return;
  const entered = await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir]);
  if (entered.ok) return;
  throw new StartError(
    `DATA_DIR ${dataDir} lies in a folder that only root can enter, but PostgreSQL refuses to run as root: ` +
      'choose a folder that every user can reach, such as /var/lib/kauke.',
  );
}

async function readPassword(dataDir: string, clusterDir: string, random: Random): Promise<string> {
  const path = passwordFile(dataDir);
  try {
    return readPrivateFile(path).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  if (await stat(clusterDir).catch(() => null)) {
    throw new StartError(`${path} is missing, and the database in ${clusterDir} opens with nothing else.`);
  }
  const password = random.bytes(24).toString('base64url');
  await writeSecretFile(path, `${password}\n`);
  return password;
}

async function startLocked(
  { dataDir, log, random, workers = 1, freeSpace = readFreeSpace, movesOlder = false }: EmbeddedPostgresOptions,
  account: ServerAccount | null,
): Promise<Omit<EmbeddedPostgres, 'exited'> & SupervisedServer> {
  const clusterDir = clusterDirOf(dataDir);
  await checkReachable(dataDir, account);
  await withdrawMove(dataDir);
  await finishReplacing(clusterDir);
  await stopLeftOverServer(clusterDir);
  const runtimeDir = account === null ? join(dataDir, 'runtime') : sharedRuntimeDir;
  const own = await findPostgresBinaries(runtimeDir, account);
  const connections = Math.max(connectionsMin, workers * connectionsEach + connectionsBeside);
  const password = await readPassword(dataDir, clusterDir, random);
  const socketDir = await makeSocketFolder(dataDir, account);
  const move = { password, socketDir, log, freeSpace };
  const binaries = await initCluster({ binaries: own, clusterDir, account }, { ...move, movesOlder });
  await retainServer(binaries, { dataDir, account, log, freeSpace });
  const { server, place } = await spawnSomewhere({ binaries, clusterDir, account, connections, socketDir }, log);
  try {
    await prepareProgramRole(serverUrl(server.address, superuser, password), passwordOf(programRole, password));
  } catch (error) {
    await server.stop();
    throw error;
  }
  const startAgain = async (): Promise<RunningServer> => {
    await stopLeftOverServer(clusterDir);
    if (place.socketDir !== null) await makeSocketFolder(dataDir, account);
    return spawnPatiently(place, log, server.address.port);
  };
  const finishMigration = async (): Promise<void> => {
    try {
      await rm(replacedDirOf(clusterDir), { recursive: true, force: true });
      await removeServersExcept([binaries.major], dataDir);
    } catch (error) {
      log.warn('database_not_settled', { code: errorCode(error) });
    }
  };
  return {
    ...superviseServer(server, startAgain, log),
    url: serverUrl(server.address, programRole, password),
    finishMigration,
  };
}

/**
 * Starts the PostgreSQL server of DATA_DIR, which is created when missing, and holds DATA_DIR until `stop`.
 * @throws StartError one clear line: in use, not writable, of another version, no space, no server for this system.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = await chooseServerAccount(clusterDirOf(options.dataDir));
  await prepareDataDir(options.dataDir, account);
  const lock = await lockDataDir(options.dataDir);
  try {
    const { url, exited, finishMigration, stop } = await startLocked(options, account);
    return { url, exited, finishMigration, stop: () => stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database in ${options.dataDir} cannot be started (${errorCode(error)}).`, {
      cause: error,
    });
  }
}

/** @throws StartError when another program holds this DATA_DIR, or its lock is another user's. */
async function lockDataDir(dataDir: string): Promise<FileLock> {
  const path = join(dataDir, 'kauke.lock');
  const hold = await acquireFileLock(path).catch((error: unknown) => {
    throw new StartError(
      `${path} cannot be opened (${errorCode(error)}): all of DATA_DIR has to be the user's that runs the program; run: chown -R USER: ${dataDir}`,
    );
  });
  if (hold === null) throw new StartError(`DATA_DIR ${dataDir} is in use by another running program.`);
  return hold;
}
