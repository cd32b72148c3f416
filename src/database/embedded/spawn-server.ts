import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '#config/start-error.ts';
import { maxWalMebibytes, readStoredBytes } from '#database/embedded/cluster-disk.ts';
import type { ClusterPlace } from '#database/embedded/create-cluster.ts';
import { faultLine, serverEnvironment } from '#database/embedded/server-account.ts';
import type { ServerAddress } from '#database/embedded/server-url.ts';
import { socketPort } from '#database/embedded/socket-folder.ts';
import type { Log } from '#platform/log.ts';

export interface RunningServer {
  readonly address: ServerAddress;
  /** The server ended: `null` when `stop` was called, else why. */
  readonly exited: Promise<StartError | null>;
  stop(): Promise<void>;
}

/**
 * The shell becomes the server, after leaving a watcher behind that outlives us: when our end of its pipe closes, we are
 * gone, and it stops the server. Both are in a session of their own, so that a Ctrl-C meant for us, who still have mail
 * in hand, does not reach them.
 */
const watchedStart = 'exec 3<&0; ({ read -r _ <&3; kill -INT $$; } >/dev/null 2>&1 &); exec "$@" </dev/null 3<&-';

/** A server's place, and what it makes room for. */
export interface ServerPlace extends ClusterPlace {
  /** Where it listens, and nowhere else; null: on 127.0.0.1. */
  readonly socketDir: string | null;
  readonly connections: number;
  /** Nobody writes, whoever else finds the way to it. */
  readonly readOnly?: boolean;
}

const mebibyte = 1024 * 1024;

/** What this program may use of the machine, in octets: a container may have been given less than there is. */
function usableMemoryBytes(): number {
  const given = process.constrainedMemory();
  return given > 0 ? Math.min(given, totalmem()) : totalmem();
}

/**
 * Pages that the server keeps in memory of its own, in MiB: all that is stored, so that looking up one of ten million aliases reads
 * no file, but no more than a quarter of the memory. A small installation stays small: the server takes some of it at its start.
 */
export function sharedBuffersMebibytes(storedBytes: number, memoryBytes: number): number {
  return Math.max(64, Math.floor(Math.min(storedBytes, memoryBytes / 4) / mebibyte));
}

function settings(
  { binaries, connections, readOnly = false }: ServerPlace,
  { socketDir, port }: ServerAddress,
  storedBytes: number,
): Record<string, string | number> {
  return {
    listen_addresses: socketDir === null ? '127.0.0.1' : '',
    port,
    unix_socket_directories: socketDir ?? '',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffersMebibytes(storedBytes, usableMemoryBytes())}MB`,
    max_wal_size: `${maxWalMebibytes}MB`,
    max_connections: connections,
    // No parallel plans: they need shared memory that a container often does not have.
    max_parallel_workers_per_gather: 0,
    // Earlier ones know no other, and not the name.
    ...(binaries.major >= 18 && { io_method: 'sync' }),
    ...(readOnly && { default_transaction_read_only: 'on' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Errors of single statements come to us over the connection; in the log they would quote addresses.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new StartError('No free port on 127.0.0.1.');
  return address.port;
}

function launch(place: ServerPlace, address: ServerAddress, storedBytes: number): ChildProcessWithoutNullStreams {
  const { binaries, clusterDir, account } = place;
  const options = Object.entries(settings(place, address, storedBytes)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = [join(binaries.folder, 'postgres'), '-D', clusterDir, ...options];
  return spawn('/bin/sh', ['-c', watchedStart, 'kauke-postgres', ...command], {
    ...account,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: 'pipe',
  });
}

async function stopServer(child: ChildProcessWithoutNullStreams, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await ended;
  clearTimeout(impatience);
}

/**
 * Starts the server at its socket, else on a port of 127.0.0.1, any free one by default, and waits until it takes connections.
 * @throws StartError with the server's own last word.
 */
export async function spawnServer(place: ServerPlace, log: Log, givenPort?: number): Promise<RunningServer> {
  const { socketDir } = place;
  const address = { socketDir, port: givenPort ?? (socketDir === null ? await findFreePort() : socketPort) };
  const child = launch(place, address, await readStoredBytes(place.clusterDir));
  child.stdin.on('error', () => null);
  child.stdout.resume();
  let stopping = false;
  let lastLines: string[] = [];
  const ended = new Promise<StartError | null>((resolve) => {
    const end = (reason: string): void => resolve(stopping ? null : new StartError(`PostgreSQL ended: ${reason}.`));
    child.on('error', (error) => end(error.message));
    child.on('close', (_code, signal) => end(signal ?? faultLine(lastLines.join('\n'))));
  });
  const ready = new Promise<null>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      lastLines = [...lastLines.slice(-19), line];
      if (line.includes('database system is ready to accept connections')) resolve(null);
      // While it stops, connections that it ends are no news.
      if (line.startsWith('PANIC:') || (!stopping && line.startsWith('FATAL:'))) log.warn('postgres', { line });
    });
  });
  const failure = await Promise.race([ended, ready]);
  if (failure !== null) throw failure;
  return {
    address,
    exited: ended,
    stop: () => {
      stopping = true;
      return stopServer(child, ended);
    },
  };
}
