import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { findServerUrl, programRole, superuser } from '#database/embedded/server-url.ts';
import { systemRandom } from '#platform/random.ts';
import { compileCache } from '#support/compile-cache.ts';
import { silentLog } from '#support/silent-log.ts';
import { isAlive } from '#support/find-workers.ts';
import { copyFolder, presentServer } from '#support/present-server.ts';

/** As a first start leaves it: to copy that takes a fifth of making it. */
let made: string;
let dataDir: string;
beforeAll(async () => {
  made = await presentServer(await mkdtemp(join(tmpdir(), 'kauke-embedded-made-')));
  await (await start(made)).stop();
});
afterAll(() => rm(made, { recursive: true }));

function start(folder = dataDir): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: folder, log: silentLog, random: systemRandom });
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => null);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = (): string => join(dataDir, 'postgres/postmaster.pid');
async function readPid(): Promise<number> {
  return Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
}

/** The end of a process that is not our child gives no event. */
async function waitForEnd(pid: number): Promise<void> {
  while (await isAlive(pid)) await delay(20);
}

/** Another program that holds our DATA_DIR, in a process group of its own like a job of a shell. */
async function startProgram(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../../tests/support/hold-embedded-postgres.ts', import.meta.url));
  const program = spawn(process.execPath, [script, dataDir], {
    detached: true,
    env: { ...process.env, ...compileCache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface(program.stdout), 'line');
  return program;
}

async function kill(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL');
  await once(program, 'exit');
}

describe('a server that runs', () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await start(made);
  });
  afterAll(() => server.stop());

  it('waits for the disk, and listens in a private folder only', async () => {
    const settings = "'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories'";
    const url = (await findServerUrl(made, superuser)) ?? '';
    expect(await query(url, `select name, setting from pg_settings where name in (${settings}) order by name`)).toEqual(
      [
        { name: 'fsync', setting: 'on' },
        { name: 'full_page_writes', setting: 'on' },
        { name: 'listen_addresses', setting: '' },
        { name: 'synchronous_commit', setting: 'on' },
        { name: 'unix_socket_directories', setting: join(made, 'socket') },
      ],
    );
    expect((await stat(join(made, 'socket'))).mode & 0o777).toBe(0o700);
  });

  it('takes nobody without the password, at the socket neither', async () => {
    const other = server.url.replace(/:[^:@]+@/u, ':guessed@');
    await expect(query(other, 'select 1')).rejects.toThrow(/password authentication failed/u);
  });

  it("is used without a superuser's rights", async () => {
    await query(server.url, 'create table own (id int primary key)');
    for (const statement of [
      `copy own from program 'echo 1'`,
      `copy own to '/tmp/own'`,
      `select pg_read_file('/etc/passwd')`,
      'select rolpassword from pg_authid',
      'create role other',
      `alter system set fsync = off`,
      `alter role ${programRole} superuser`,
    ]) {
      await expect(query(server.url, statement)).rejects.toThrow(/permission denied|must be superuser/u);
    }
    const rights = 'rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls';
    expect(await query(server.url, `select ${rights} as any from pg_roles where rolname = current_user`)).toEqual([
      { any: false },
    ]);
  });

  it('keeps the password and the lock to itself', async () => {
    for (const name of ['postgres.password', 'kauke.lock']) {
      expect((await stat(join(made, name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(made, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('refuses to start twice in one program', async () => {
    await expect(start(made)).rejects.toThrow('is in use by another running program');
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('startEmbeddedPostgres', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kauke-embedded-'));
    await copyFolder(made, dataDir);
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(await first.exited).toBeNull();
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('listens on this machine only where the path is too long for a socket, and is found there', async () => {
    const folder = join(dataDir, 'x'.repeat(100));
    await copyFolder(made, folder);
    const server = await start(folder);
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await findServerUrl(folder)).toBe(server.url);
    await server.stop();
  });

  it('carries over what a release that worked as superuser made', async () => {
    const first = await start();
    const old = (await findServerUrl(dataDir, superuser)) ?? '';
    await query(old, 'create table made (id bigint generated always as identity, count serial, at text)');
    await query(old, 'create sequence counter');
    await query(old, 'create view seen as select id from made');
    await query(old, `create function noted() returns trigger language plpgsql as 'begin return new; end'`);
    await query(old, 'create trigger noted before insert on made for each row execute function noted()');
    await query(old, `insert into made (at) values ('before')`);
    await first.stop();
    const { url, stop } = await start();
    const objects = `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
      union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(await query(url, objects)).toEqual([{ owner: programRole }]);
    await query(url, 'alter table made add column more text');
    await query(url, `insert into made (at, more) values ('after', nextval('counter'))`);
    expect(await query(url, 'select id, count, at, more from made order by id')).toEqual([
      { id: '1', count: 1, at: 'before', more: null },
      { id: '2', count: 2, at: 'after', more: '1' },
    ]);
    await stop();
  });

  it('refuses a DATA_DIR that another program holds, and leaves its server alone', async () => {
    const program = await startProgram();
    const pid = await readPid();
    await expect(start()).rejects.toThrow(`DATA_DIR ${dataDir} is in use by another running program.`);
    expect(await isAlive(pid)).toBe(true);
    await kill(program);
    await waitForEnd(pid);
  });

  it('leaves no server behind when the program is killed', async () => {
    const program = await startProgram();
    const pid = await readPid();
    await kill(program);
    await waitForEnd(pid);
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('starts at once after the program was killed, never beside the old server', async () => {
    const program = await startProgram();
    const pid = await readPid();
    await kill(program);
    const server = await start();
    expect(await readPid()).not.toBe(pid);
    await waitForEnd(pid);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('starts after the program and its server were killed', { tags: 'proof' }, async () => {
    const program = await startProgram();
    process.kill(await readPid(), 'SIGKILL');
    await kill(program);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('is out of reach of a Ctrl-C meant for the program', { tags: 'proof' }, async () => {
    const program = await startProgram();
    const pid = await readPid();
    // The terminal signals the whole process group.
    process.kill(-(program.pid ?? 0), 'SIGINT');
    const [, signal] = await once(program, 'exit');
    expect(signal).toBe('SIGINT');
    await waitForEnd(pid);
  });

  it('starts again at the same address when the server dies', async () => {
    const server = await start();
    const pid = await readPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => query(server.url, 'select 1 as one').catch(() => null)).toEqual([{ one: 1 }]);
    expect(await readPid()).not.toBe(pid);
    await server.stop();
    expect(await server.exited).toBeNull();
  });

  it('leaves nothing behind when it is stopped while it starts again', { tags: 'proof' }, async () => {
    const server = await start();
    process.kill(await readPid(), 'SIGKILL');
    await server.stop();
    expect(await server.exited).toBeNull();
    await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED|ENOENT/u);
    const again = await start();
    await again.stop();
  });

  it('tells when the server cannot be started again', async () => {
    const server = await start();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '14\n');
    process.kill(await readPid(), 'SIGKILL');
    expect((await server.exited)?.message).toBe('PostgreSQL ended: database files are incompatible with server.');
    await server.stop();
  });

  it('is not confused by a process id that was given anew', async () => {
    await (await start()).stop();
    await writeFile(pidFile(), `${process.pid}\n${join(dataDir, 'postgres')}\n1\n1\n\n\n\n`);
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    await chown(pidFile(), uid, gid);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('removes what a killed creation left', async () => {
    await mkdir(join(dataDir, 'postgres.new-killed/data'), { recursive: true });
    const server = await start();
    expect(await readdir(dataDir)).not.toContain('postgres.new-killed');
    await server.stop();
  });

  it('refuses data of another version and does not touch it', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(/postgres is of PostgreSQL 14, this program brings 18: /u);
    expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('14\n');
  });

  it('refuses data whose password is lost', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow(/postgres\.password is missing/u);
  });

  it('refuses a DATA_DIR that cannot be made', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await expect(start(join(dataDir, 'file/data'))).rejects.toThrow(/cannot be written \(ENOTDIR\)\.$/u);
  });

  it('runs in a folder that only its user can enter, but tells root that the server could not', async () => {
    const folder = join(dataDir, 'closed');
    await mkdir(folder, { mode: 0o700 });
    await chmod(folder, 0o700);
    const outcome = await start(join(folder, 'data')).then(
      (server) => server.stop().then(() => 'runs'),
      (error: unknown) => String(error),
    );
    const isRoot = process.getuid?.() === 0;
    expect(outcome).toContain(isRoot ? 'lies in a folder that only root can enter' : 'runs');
  });
});
