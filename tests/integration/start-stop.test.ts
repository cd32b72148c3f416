import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, makeProgramDatabase } from '#support/database.ts';
import { presentServer } from '#support/present-server.ts';
import {
  killPrograms,
  runProgram,
  signUpAt,
  startProgram,
  testPassword,
  visitProgram,
  type ProgramEnd,
  type ProgramProcess,
} from '#support/program.ts';
import { silentLog } from '#support/silent-log.ts';

const isRoot = process.getuid?.() === 0;
const email = 'ann@home.example';
function newSecretKey(): string {
  return randomBytes(32).toString('base64');
}

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-start-'));
  // The embedded server of a root's program runs as another user, who has to get in.
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  killPrograms();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Proves that the program works and that the account made before is still there. */
async function expectData(program: ProgramProcess): Promise<void> {
  const visitor = visitProgram(program);
  expect(await visitor.send('GET', '/readyz')).toMatchObject({ status: 200 });
  const answer = await visitor.send('POST', '/api/auth/login', { email, password: testPassword });
  expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
}

/** A program that wrote something into DATA_DIR and ended. */
async function leaveData(): Promise<void> {
  const program = await startProgram({ env: { DATA_DIR: dataDir } });
  await signUpAt(program, email);
  expect(await program.stop()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('"error"') });
}

async function expectDataKept(): Promise<void> {
  const program = await startProgram({ env: { DATA_DIR: dataDir } });
  await expectData(program);
  await program.stop();
}

/** Exactly one line for the operator, and nothing else. */
function refused(line: string, code = 1): ProgramEnd {
  return { code, stdout: '', stderr: `${line}\n` };
}

/** The PostgreSQL servers of DATA_DIR, without the processes they made for their connections, named or not yet. */
async function findServers(): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const args = await readFile(`/proc/${name}/cmdline`, 'utf8').then(
      (text) => text.split('\0'),
      (): string[] => [],
    );
    if (!args[0]?.endsWith('/postgres') || !args.includes(join(dataDir, 'postgres'))) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/\) \S (\d+)/u.exec(stat)?.[1]));
  }
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => pid);
}

/** Whether another user could enter every folder above Node and this program. */
async function isOpenToAll(): Promise<boolean> {
  for (const start of [import.meta.dirname, process.execPath]) {
    for (let path = start; path !== dirname(path); path = dirname(path)) {
      if (((await stat(path)).mode & 0o001) === 0) return false;
    }
  }
  return true;
}

describe('a faulty configuration', () => {
  it('ends the start with code 2 and a line that names the variable, what it got and what it takes', async () => {
    const end = await runProgram({ env: { DATA_DIR: dataDir, HTTP_PORT: 'http' } });
    expect(end).toEqual(refused('HTTP_PORT: got "http"; takes a port from 0 to 65535, 0 for any free one', 2));
  });

  it('tells every fault at once and quotes no secret', async () => {
    const end = await runProgram({
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: 'mysql://root:hunter2@localhost/x',
        SECRET_KEY: 'hunter3',
        MX_PORT: '65536',
        SPOOL_MAX: 'plenty',
        MAIL_DOMAIN: 'kauke.test',
        BIND_ADDRESS: '0.0.0.0',
      },
    });
    expect(end).toMatchObject({ code: 2, stdout: '' });
    const names = end.stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/:.*/u, ''));
    expect(names.sort()).toEqual(['BIND_ADDRESS', 'DATABASE_URL', 'MAIL_DOMAIN', 'MX_PORT', 'SECRET_KEY', 'SPOOL_MAX']);
    expect(end.stderr).not.toContain('hunter');
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });
});

describe('a start that cannot go on', () => {
  beforeEach(() => presentServer(dataDir));

  it('says which port is taken and leaves no server behind', async () => {
    for (const variable of ['HTTP_PORT', 'MX_PORT', 'SUBMISSION_PORT', 'SUBMISSIONS_PORT']) {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const { port } = holder.address() as AddressInfo;
      // All but one with no server of their own, which takes longer to start than all else.
      const database = variable === 'MX_PORT' ? {} : await makeProgramDatabase();
      const end = await runProgram({ env: { ...database, DATA_DIR: dataDir, [variable]: String(port) } });
      holder.close();
      const line = `${variable} ${port} on 127.0.0.1 is taken by another program; stop it or set ${variable}.`;
      expect(end).toEqual(refused(line));
      expect(await findServers()).toEqual([]);
    }
  });

  it('reads its settings from a file, and says so', async () => {
    const settings = join(folder, 'kauke.env');
    const { DATABASE_URL, SECRET_KEY } = await makeProgramDatabase();
    const lines = [`DATA_DIR=${dataDir}`, `DATABASE_URL=${DATABASE_URL}`, `SECRET_KEY=${SECRET_KEY}`];
    await writeFile(settings, [...lines, 'PUBLIC_URL="https://mask.example"', ''].join('\n'), { mode: 0o600 });
    const program = await startProgram({ env: { CONFIG_FILE: settings } });
    expect(program.webUrl).toBe('https://mask.example');
    const { stdout } = await program.stop();
    expect(stdout).toContain(`\n  Settings  ${settings}\n`);
  });

  it('says that nothing listens at DATABASE_URL, without its password', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', SECRET_KEY: newSecretKey() };
    const line = 'The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).';
    expect(await runProgram({ env })).toEqual(refused(line));
  });

  it('says that the TLS files cannot be read', async () => {
    const { database, url, drop } = await createTestDatabase();
    const files = { TLS_CERT_FILE: join(folder, 'none.pem'), TLS_KEY_FILE: join(folder, 'none.key') };
    const end = await runProgram({
      env: { DATA_DIR: dataDir, DATABASE_URL: url, SECRET_KEY: newSecretKey(), ...files },
    });
    expect(end).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^.*TLS_CERT_FILE.*\n$/u) });
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await drop();
  });

  it('says why DATA_DIR cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'mine');
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, isRoot ? 0o700 : 0o000);
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    const reasons: [string, RegExp][] = [
      [file, /^DATA_DIR \S+ cannot be written \(EEXIST\)\.$/u],
      [join(file, 'data'), /^DATA_DIR \S+ cannot be written \(ENOTDIR\)\.$/u],
      [open, /^DATA_DIR (\S+) can be read or changed by others; run: chmod 7[15]1 \1$/u],
      // Nobody, root included, can make a folder there.
      ['/proc/kauke/data', /^DATA_DIR \S+ cannot be written \((?:EPERM|EACCES|ENOENT)\)\.$/u],
      [
        join(closed, 'data'),
        isRoot
          ? /^DATA_DIR \S+ lies in a folder that only root can enter, .*$/u
          : /^DATA_DIR \S+ cannot be written \(EACCES\)\.$/u,
      ],
    ];
    for (const [path, reason] of reasons) {
      const started = startEmbeddedPostgres({ dataDir: path, log: silentLog, random: systemRandom });
      await expect(started).rejects.toThrow(reason);
    }
    // What is decided there is the one line of the program.
    const end = await runProgram({ env: { DATA_DIR: file } });
    expect(end).toEqual(refused(`DATA_DIR ${file} cannot be written (EEXIST).`));
    expect(await readFile(file, 'utf8')).toBe('mine');
    await chmod(closed, 0o700);
  });
});

describe('data of an earlier program', () => {
  beforeEach(() => presentServer(dataDir));

  it('survives every refused start', { tags: 'proof' }, async () => {
    await leaveData();
    const start = (env: Record<string, string> = {}): Promise<ProgramEnd> =>
      runProgram({ env: { DATA_DIR: dataDir, ...env } });

    const versionFile = join(dataDir, 'postgres/PG_VERSION');
    const version = await readFile(versionFile, 'utf8');
    await writeFile(versionFile, '17\n');
    const otherVersion = /^\S+\/postgres is of PostgreSQL 17, this program brings \d+: .*\n$/u;
    expect(await start()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(otherVersion) });
    await writeFile(versionFile, version);

    for (const [name, reason] of [
      ['secret.key', 'is missing, and the data of this database opens with nothing else; restore it.'],
      ['postgres.password', `is missing, and the database in ${dataDir}/postgres opens with nothing else.`],
    ] as const) {
      const path = join(dataDir, name);
      await rename(path, `${path}.away`);
      expect(await start()).toEqual(refused(`${path} ${reason}`));
      await rename(`${path}.away`, path);
      await chmod(path, 0o644);
      const open = /^(\S+) can be read or changed by others; run: chmod 6[04]0 \1\n$/u;
      expect(await start()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(open) });
      await chmod(path, 0o600);
    }

    const wrongKey = /^SECRET_KEY does not open the key \w+ 1 of this database\.\n$/u;
    const withWrongKey = await start({ SECRET_KEY: newSecretKey() });
    expect(withWrongKey).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(wrongKey) });

    const program = await startProgram({ env: { DATA_DIR: dataDir } });
    expect(await start()).toEqual(refused(`DATA_DIR ${dataDir} is in use by another running program.`));
    await expectData(program);
    await program.stop();
    expect(await findServers()).toEqual([]);
  });

  async function expectThereAfterKill(what: string): Promise<void> {
    const start = () => startProgram({ env: { DATA_DIR: dataDir } });
    const killed = await start();
    await signUpAt(killed, email);
    const [server = 0] = await findServers();
    expect(server).toBeGreaterThan(1);
    if (what.includes('PostgreSQL')) process.kill(server, 'SIGKILL');
    await killed.kill();
    const program = await start();
    const servers = await findServers();
    expect(servers).toHaveLength(1);
    expect(servers).not.toContain(server);
    await expectData(program);
    expect(await program.stop()).toMatchObject({ code: 0 });
  }
  it.each(['the program and PostgreSQL'])('is there again after a kill -9 of %s', expectThereAfterKill);
  // As crash tests do again and again.
  it.each(['the program alone'])('is there again after a kill -9 of %s', { tags: 'proof' }, expectThereAfterKill);

  it('is not lost when PostgreSQL dies alone: the program starts it again and goes on', { tags: 'proof' }, async () => {
    const program = await startProgram({ env: { DATA_DIR: dataDir } });
    await signUpAt(program, email);
    const [server = 0] = await findServers();
    process.kill(server, 'SIGKILL');
    const visitor = visitProgram(program);
    await expect.poll(async () => (await findServers()).some((pid) => pid !== server)).toBe(true);
    await expect.poll(async () => (await visitor.send('GET', '/readyz')).status, { interval: 100 }).toBe(200);
    await expectData(program);
    expect(await program.stop()).toMatchObject({ code: 0 });
    await expectDataKept();
  });
});

describe('a start from anywhere', () => {
  it('works as an ordinary user, with the database as that user, and a DATA_DIR taken from the working directory', async () => {
    // Root becomes another user, unless the program lies where that user cannot read it.
    const ordinary = isRoot && (await isOpenToAll()) ? { uid: 65_534, gid: 65_534 } : null;
    await mkdir(dataDir, { mode: 0o700 });
    if (ordinary !== null) await chown(dataDir, ordinary.uid, ordinary.gid);
    const program = await startProgram({ env: { DATA_DIR: 'data' }, account: ordinary, workingDirectory: folder });
    expect(await visitProgram(program).send('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await signUpAt(program, email);
    await expectData(program);
    const [server = 0] = await findServers();
    expect(server).toBeGreaterThan(1);
    if (!isRoot || ordinary !== null) {
      expect((await stat(`/proc/${server}`)).uid).toBe(ordinary?.uid ?? process.getuid?.());
    }
    expect(await program.stop()).toMatchObject({ code: 0 });
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  });
});
