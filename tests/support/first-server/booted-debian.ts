import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchDebian } from '#support/bare-debian.ts';

/** What a command said, and how it ended. */
export interface Told {
  readonly code: number;
  readonly text: string;
}

/** A bare Debian with systemd, Node.js, npm and git, and nothing else; a machine of its own once it is booted. */
export interface Machine {
  readonly root: string;
  /** A script by root, before it is booted and with the internet of whoever started the lab. */
  prepare(script: string): Promise<Told>;
  /** Starts systemd as its first process, with a network interface of the lab as its only one. */
  boot(network: { readonly networkInterface: string; readonly address: string }): Promise<void>;
  /** A script by root on the booted machine. */
  run(script: string, environment?: Readonly<Record<string, string>>): Promise<Told>;
  /** Starts a Node.js of the lab's within its network, until `remove`. */
  startWithin(code: string): void;
  remove(): Promise<void>;
}

const repository = resolve(import.meta.dirname, '../../..');
const checkoutThere = '/src/kauke';
const bootTimeoutMs = 60_000;
/** `npm ci` is the longest. */
const commandTimeoutMs = 300_000;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Of whoever started the lab, before it was given a network without any way out. */
function enterOutside(): string[] {
  const network = readlinkSync('/proc/self/ns/net');
  for (let pid = process.ppid; pid > 1;) {
    if (readlinkSync(`/proc/${pid}/ns/net`) !== network)
      return ['nsenter', '--target', String(pid), '--net', '--mount'];
    pid = Number(/^PPid:\t(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  }
  throw new Error('the lab has the network of the machine: run it by npm run lab');
}

/** Node.js and npm as this machine has them, not those that npm brought for the tests. */
function copyNode(root: string): void {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const find = (name: string): string => {
    const folder = folders.find((one) => existsSync(join(one, name)));
    if (folder === undefined) throw new Error(`no ${name} outside of node_modules`);
    return realpathSync(join(folder, name));
  };
  cpSync(find('node'), join(root, 'usr/local/bin/node'));
  const npm = resolve(find('npm'), '../..');
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)]);
}

/** How npm reaches its registry from here: proxies, certificates, settings. */
function copyWayOut(root: string): string {
  const settings = join(process.env['HOME'] ?? '/root', '.npmrc');
  if (existsSync(settings)) cpSync(settings, join(root, 'root/.npmrc'));
  const names = Object.keys(process.env).filter((name) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs)$/iu.test(name),
  );
  return names.map((name) => `export ${name}='${process.env[name]}'\n`).join('');
}

async function runCommand(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<Told> {
  const [command = '', ...rest] = words;
  return new Promise((done) => {
    const settings = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024, timeout: commandTimeoutMs };
    execFile(command, rest, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      done({ code: Number.isNaN(code) ? 1 : code, text: stdout + stderr });
    });
  });
}

/** Its first process, as this system numbers it. */
async function findLeader(nspawn: number): Promise<string> {
  for (const endsAt = performance.now() + bootTimeoutMs; performance.now() < endsAt; await pause(100)) {
    const { text } = await runCommand(['pgrep', '--parent', String(nspawn)]);
    const [pid = ''] = text.trim().split('\n');
    const state =
      pid === '' ? '' : (await runCommand(['nsenter', '-t', pid, '-a', 'systemctl', 'is-system-running'])).text;
    if (/^(?:running|degraded)/u.test(state)) return pid;
  }
  throw new Error('the machine did not start');
}

/** By debootstrap(8) and systemd-nspawn(1), for a process in network and mount namespaces of its own. */
export async function makeMachine(): Promise<Machine> {
  const outside = enterOutside();
  const root = mkdtempSync(join(tmpdir(), 'kauke-server-'));
  await fetchDebian(root, { packages: ['systemd', 'systemd-sysv', 'git', 'ca-certificates', 'procps'], outside });
  copyNode(root);
  const wayOut = copyWayOut(root);
  const base = ['systemd-nspawn', `--directory=${root}`, '--register=no', '--keep-unit', '--quiet'];
  const children: { kill(signal?: NodeJS.Signals): boolean }[] = [];
  let leader = '';
  let ended: Promise<unknown> = Promise.resolve();
  return {
    root,
    prepare: (script) => {
      const binds = [`--bind-ro=${repository}:${checkoutThere}`, ...bindCertificates()];
      const words = [...outside, ...base, ...binds, '--resolv-conf=copy-host', '--pipe', '/bin/sh', '-euc'];
      return runCommand([...words, `export HOME=/root PATH=${path}\n${wayOut}${script}`]);
    },
    boot: async ({ networkInterface, address }) => {
      const words = [...base.slice(1), '--boot', '--resolv-conf=off', '--console=pipe'];
      const child = spawn('systemd-nspawn', [...words, '--private-network'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        // Version 2 of control groups, whatever else this system has.
        env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      });
      ended = once(child, 'exit');
      children.push(child);
      leader = await findLeader(child.pid ?? 0);
      execFileSync('ip', ['link', 'set', networkInterface, 'netns', leader]);
      const within = (...words: string[]): unknown =>
        execFileSync('nsenter', ['--target', leader, '--net', 'ip', ...words]);
      within('addr', 'add', `${address}/24`, 'dev', networkInterface);
      within('link', 'set', networkInterface, 'up');
    },
    run: (script, environment = {}) =>
      runCommand(
        ['nsenter', '--target', leader, '--all', '/usr/bin/env', '-i', 'HOME=/root', `PATH=${path}`].concat(
          Object.entries(environment).map(([name, value]) => `${name}=${value}`),
          ['/bin/sh', '-euc', `cd /opt/kauke\n${script}`],
        ),
      ),
    startWithin: (code) => {
      const words = ['--target', leader, '--net', process.execPath, '--input-type=module', '--eval', code];
      children.push(spawn('nsenter', words, { stdio: 'inherit' }));
    },
    remove: async () => {
      // To systemd's first process: power off.
      if (leader !== '') await runCommand(['nsenter', '--target', leader, '--all', 'systemctl', 'poweroff', '--force']);
      await Promise.race([ended, pause(10_000)]);
      for (const child of children) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The authorities that the machine trusts, where it has more than Debian's. */
function bindCertificates(): string[] {
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  return extra === undefined ? [] : [`--bind-ro=${extra}`];
}
