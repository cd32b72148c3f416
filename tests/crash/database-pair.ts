import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createCluster, type ClusterPlace } from '#database/embedded/create-cluster.ts';
import { superuser } from '#database/embedded/server-url.ts';
import { makeFolder } from '#database/embedded/make-folder.ts';
import { findPostgresBinaries } from '#database/embedded/postgres-binaries.ts';
import { chooseServerAccount, runAs, serverEnvironment } from '#database/embedded/server-account.ts';
import { systemRandom } from '#platform/random.ts';
import { findFreePort } from '#support/free-port.ts';

/** A PostgreSQL server and its synchronous standby: what one has committed, both have. */
export interface DatabasePair {
  /** Names both; one of them takes writes. */
  readonly url: string;
  /**
   * Kills the primary as if its machine lost power, lets `look` read in the standby what it had committed, promotes the
   * standby, and makes another one in the place of the dead server.
   */
  failOver(look: (standbyUrl: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  readonly port: number;
  readonly place: ClusterPlace;
  readonly child: ChildProcess;
}

/** What both have; the standby needs at least as many connections as its primary. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: 100,
  wal_keep_size: '256MB',
  wal_retrieve_retry_interval: '100ms',
  io_method: 'sync',
  timezone: 'UTC',
};
const standbyName = 'standby';
/** A watcher kills the server when our end of the pipe closes: it must not outlive a test that was killed. */
const watchedStart = 'exec 3<&0; ({ read -r _ <&3; kill -KILL $$; } >/dev/null 2>&1 &); exec "$@" </dev/null 3<&-';
const copyCommand = 'cp -Rp "$1" "$2"; rm -rf "$2"/postmaster.* "$2"/pg_wal/*';
const patienceMs = 30_000;

function launch(place: ClusterPlace, port: number): Server {
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(place.binaries.folder, 'postgres'), '-D', place.clusterDir, ...options];
  const child = spawn('/bin/sh', ['-c', watchedStart, 'sh', ...command], {
    ...place.account,
    cwd: '/',
    env: serverEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return { port, place, child };
}

async function kill({ child }: Server): Promise<void> {
  const { pid } = child;
  child.stdin?.on('error', () => {});
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const victim of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
    try {
      process.kill(victim, 'SIGKILL');
    } catch {
      // A connection that ended in this moment.
    }
  }
  await exit;
}

async function giveFile({ clusterDir, account }: ClusterPlace, name: string, text: string): Promise<void> {
  await writeFile(join(clusterDir, name), text);
  if (account !== null) await chown(join(clusterDir, name), account.uid, account.gid);
}

/** Opens the pair in a folder of its own. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-pair-'));
  const account = await chooseServerAccount(folder);
  const home = join(folder, 'servers');
  await makeFolder(home, account);
  await chmod(folder, 0o755);
  const binaries = await findPostgresBinaries(join(folder, 'runtime'), account);
  const password = systemRandom.bytes(24).toString('base64url');
  const ports = [await findFreePort(), await findFreePort()] as const;
  let made = 0;

  const nextPlace = (): ClusterPlace => {
    made += 1;
    return { binaries, account, clusterDir: join(home, String(made)) };
  };
  const urlOf = (...places: readonly number[]): string =>
    `postgres://${superuser}:${password}@${places.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`;

  /** Waits until the server takes connections. */
  const connect = async ({ port, child }: Server): Promise<Client> => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const client = new Client({ connectionString: urlOf(port) });
      client.on('error', () => {});
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (child.exitCode !== null || performance.now() > deadline) throw error;
      }
      await pause(50);
    }
  };

  /** Copies the primary while it works (PostgreSQL's low-level backup), and follows it from there. */
  const addStandby = async (primary: Server, port: number): Promise<Server> => {
    const place = nextPlace();
    const from = primary.place.clusterDir;
    const client = await connect(primary);
    await client.query(`select pg_backup_start('standby', true)`);
    // Files that vanish meanwhile are in the log.
    await runAs(null, '/bin/sh', ['-c', copyCommand, 'sh', from, place.clusterDir]);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    const user = `user=${superuser} password=${password} application_name=${standbyName}`;
    await giveFile(place, 'backup_label', rows[0]?.label ?? '');
    await giveFile(place, 'standby.signal', '');
    await appendFile(
      join(place.clusterDir, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} ${user}'\n`,
    );
    const standby = launch(place, port);
    await (await connect(standby)).end();
    await client.query(`alter system set synchronous_standby_names = '${standbyName}'`);
    await client.query('select pg_reload_conf()');
    const deadline = performance.now() + patienceMs;
    for (let isSynchronous = false; !isSynchronous; await pause(20)) {
      if (performance.now() > deadline) throw new Error('the standby does not follow');
      const found = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
      isSynchronous = found.rowCount === 1;
    }
    await client.end();
    return standby;
  };

  const first = nextPlace();
  await createCluster(first, password);
  let primary = launch(first, ports[0]);
  let standby = await addStandby(primary, ports[1]);

  return {
    url: urlOf(...ports),
    failOver: async (look) => {
      const dead = primary;
      await kill(dead);
      await look(urlOf(standby.port));
      const client = await connect(standby);
      await client.query('select pg_promote(true, 30)');
      await client.end();
      primary = standby;
      standby = await addStandby(primary, dead.port);
      await rm(dead.place.clusterDir, { recursive: true, force: true });
    },
    stop: async () => {
      await Promise.all([kill(primary), kill(standby)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
