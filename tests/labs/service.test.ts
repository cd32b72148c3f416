import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUser } from '#cli/service/find-user.ts';
import { installService } from '#cli/service/install-service.ts';
import { renderUnit } from '#cli/service/render-unit.ts';
import { findWorkers } from '#support/find-workers.ts';
import { killPrograms, startProgram, type ProgramProcess } from '#support/program.ts';
import { connectSmtp } from '#support/smtp-client.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const user = 'kauke-lab';
const flags = ['--domain', 'mask.example', '--mail', 'me@home.example', '--name', 'Ann', '--country', 'Latvia'];

let folder: string;
let settings: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-service-'));
  await chmod(folder, 0o755);
  settings = join(folder, 'etc/kauke.env');
  dataDir = join(folder, 'lib/kauke');
});
afterAll(async () => {
  killPrograms();
  await run('userdel', [user]).catch(() => null);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Told {
  readonly code: number;
  readonly text: string;
}

/** A command of ours, as root types it. */
async function kauke(words: readonly string[], environment: Record<string, string> = {}): Promise<Told> {
  const env = { PATH: process.env['PATH'], CONFIG_FILE: settings, DATA_DIR: dataDir, ...environment };
  return run(process.execPath, [join(checkout, 'src/cli/kauke.ts'), ...words], { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}

/** A port that takes rights to listen on. */
async function findLowPort(): Promise<number> {
  for (let port = 700; port < 1024; port += 1) {
    const server = createServer().listen({ port, host: '127.0.0.1' });
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
  throw new Error('no port below 1024 is free');
}

/** From proc(5): users, rights, and whether more can be had. */
async function rightsOf(pid: number): Promise<{ uids: string; effective: bigint; locked: string }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s+(.*)$`, 'mu').exec(status)?.[1] ?? '';
  return { uids: field('Uid'), effective: BigInt(`0x${field('CapEff')}`), locked: field('NoNewPrivs') };
}

async function greeting(port: number): Promise<string> {
  const client = await connectSmtp({ port, timeoutMs: 10_000 });
  try {
    return await client.reply();
  } finally {
    client.destroy();
  }
}

function pidOf({ child }: ProgramProcess): number {
  return child.pid ?? 0;
}

describe('setup by root', () => {
  it('leaves nothing behind where there can be no database', async () => {
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
    const { code, text } = await kauke([
      'setup',
      ...flags,
      '--user',
      user,
      'DATABASE_URL=postgres://u@127.0.0.1:1/x',
      `SECRET_KEY=${key}`,
    ]);
    expect({ code, text }).toMatchObject({ code: 1 });
    expect(text).toContain('The database at 127.0.0.1:1 cannot be reached (ECONNREFUSED).');
    expect(text).toMatch(/What was made for the service is taken away again\.\n$/u);
    expect(findUser({ user, group: null })).toBeNull();
    expect(await readdir(folder)).not.toContain('etc');
  });

  it('takes all of it back where the unit cannot be written', async () => {
    const unit = { path: join(folder, 'missing/kauke.service'), text: '' };
    const service = { runAs: { user, group: null }, dataDir, settings: { path: settings, text: '' }, unit };
    const place = { checkout, node: process.execPath };
    await expect(installService(service, place)).rejects.toThrow('Settings and unit cannot be written (ENOENT).');
    expect(findUser({ user, group: null })).toBeNull();
    expect(await readdir(folder)).not.toContain('etc');
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('makes the user, its folder, settings that it may read and not write, and the database', async () => {
    const { code, text } = await kauke(['setup', ...flags, '--user', user]);
    expect({ code, text }).toMatchObject({ code: 0 });
    const made = findUser({ user, group: null });
    expect(await stat(settings)).toMatchObject({ uid: 0, gid: made?.gid });
    expect((await stat(settings)).mode & 0o777).toBe(0o640);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(made?.uid);
    expect(text).toMatch(/^mask\.example\. +IN MX 10 mx\.mask\.example\.$/mu);
    expect(text).toMatch(/^https:\/\/mask\.example\/auth#[\w-]{43}$/mu);
  });
});

describe('the program, started by root with RUN_AS', () => {
  it('is that user everywhere, keeps the right to low ports alone, and listens again when all workers were killed', async () => {
    const port = await findLowPort();
    const env = { CONFIG_FILE: settings, MX_PORT: String(port), BIND_ADDRESS: '127.0.0.1', WORKERS: '2' };
    const program = await startProgram({ env });
    const uid = findUser({ user, group: null })?.uid;
    const server = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    const workers = await findWorkers(pidOf(program));
    expect(workers).toHaveLength(2);
    for (const pid of [pidOf(program), server, ...workers]) {
      expect(await rightsOf(pid)).toEqual({
        uids: Array.from({ length: 4 }, () => uid).join('\t'),
        effective: 1n << 10n,
        locked: '1',
      });
    }
    expect(await greeting(port)).toMatch(/^220 /u);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await expect.poll(() => greeting(port).catch(() => null), { timeout: 20_000 }).toMatch(/^220 /u);

    const { code, text } = await kauke(['domain', 'list']);
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('mask.example') });
    expect(await program.stop()).toMatchObject({ code: 0 });
    expect(await kauke(['domain', 'list'])).toMatchObject({ code: 0 });
    const owners = await Promise.all((await readdir(dataDir)).map((name) => lstat(join(dataDir, name))));
    expect(new Set(owners.map((owner) => owner.uid))).toEqual(new Set([uid]));
  });

  it.each([
    ['nobody-knows-me', /^RUN_AS: there is no user nobody-knows-me; run: useradd --system/u],
    ['daemon', /^DATA_DIR \S+ is not daemon's; stop the program, then run: chown -R daemon: /u],
  ])('refuses %s in one line', async (RUN_AS, line) => {
    expect(await kauke(['domain', 'list'], { RUN_AS })).toEqual({ code: 1, text: expect.stringMatching(line) });
  });

  it('names the file that the user cannot read', async () => {
    await chmod(settings, 0o600);
    const env = { CONFIG_FILE: settings };
    await expect(startProgram({ env })).rejects.toThrow(
      `${user} cannot read ${settings}: it, or a folder above it, is closed`,
    );
    await chmod(settings, 0o640);
  });
});

describe('the unit', () => {
  const place = { user: 'kauke', group: null, command: [process.execPath, join(checkout, 'src/cli/start.ts')] };

  it('is one that systemd takes, with an exposure below 2.5', async () => {
    const path = join(folder, 'units/kauke-lab.service');
    await mkdir(join(folder, 'units'));
    await writeFile(path, renderUnit({ ...place, settingsFile: '/etc/kauke/kauke.env', writable: ['/var/lib/kauke'] }));
    expect(await run('systemd-analyze', ['verify', path])).toMatchObject({ stderr: '' });
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=25',
      '--no-pager',
      path,
    ]);
    const [, figure] = /Overall exposure level for \S+: (\S+)/u.exec(stdout) ?? [];
    expect(Number(figure)).toBeLessThan(2.5);
  });
});
