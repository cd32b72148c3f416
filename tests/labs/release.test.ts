import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isServerBuilt } from '#cli/built-server.ts';
import { createVisitor } from '#support/api.ts';
import { makeBareDebian, serviceUser, type BareDebian } from '#support/bare-debian.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { makeMemoryGroup, type MemoryGroup } from '#support/memory-group.ts';
import { accepted, arrivedAt, inbox, send } from '#support/numbered-mail.ts';
import { testPassword } from '#support/program.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { makeRelease, type MadeRelease } from '../../scripts/release/make-release.ts';

const megabyte = 1_000_000;
const memoryOctets = 512 * 1024 * 1024;
const connections = 200;
const busyMs = 15_000;

let folder: string;
let debian: BareDebian;
let group: MemoryGroup;
let sink: SmtpSink;
let dns: DnsServer;
let made: readonly MadeRelease[];
let program: ChildProcess | null = null;

async function make(name: string, commit: string): Promise<MadeRelease> {
  const into = join(folder, name);
  execFileSync('mkdir', [into]);
  return makeRelease({ commit, folder: into, keyFile: null, print: () => {} });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-releases-'));
  const one = await make('one', 'HEAD');
  made = [one, await make('two', one.facts.commit)];
  debian = await makeBareDebian();
  group = makeMemoryGroup(memoryOctets);
  sink = await startSmtpSink();
  dns = await startDnsServer();
}, 600_000);
afterAll(async () => {
  if (program !== null) {
    program.kill('SIGTERM');
    await once(program, 'exit');
  }
  await group.remove();
  debian.remove();
  await sink.stop();
  await dns.close();
  await rm(folder, { recursive: true });
}, 60_000);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A command in the bare Debian, by the user of the service and within its memory. */
function runThere(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const script = 'echo $$ > "$1" && shift && exec "$@"';
  const user = `${serviceUser.uid}:${serviceUser.uid}`;
  return spawn(
    '/bin/sh',
    [
      '-c',
      script,
      'sh',
      group.procs,
      'chroot',
      `--userspec=${user}`,
      debian.root,
      '/bin/sh',
      '-c',
      'cd /opt/kauke && exec "$@"',
      'sh',
      ...words,
    ],
    { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

async function finish(child: ChildProcess): Promise<unknown> {
  child.stdout?.resume();
  const [code] = (await once(child, 'exit')) as [unknown];
  return code;
}

it('is the same octets from the same commit, and small enough', () => {
  const [one, two] = made;
  // First the lists in them, so that a difference names its file.
  const lists = made.map(({ path }) =>
    execFileSync('tar', ['-xzOf', path, '--wildcards', '*/SHA256SUMS'], { encoding: 'utf8', maxBuffer: 16 * megabyte }),
  );
  expect(lists[1]?.split('\n')).toEqual(lists[0]?.split('\n'));
  expect(one?.sha256).toMatch(/^[\da-f]{64}$/u);
  expect(two?.sha256).toBe(one?.sha256);
  say(
    `${one?.files} files, ${((one?.unpackedOctets ?? 0) / megabyte).toFixed(1)} MB unpacked, ${((one?.packedOctets ?? 0) / megabyte).toFixed(1)} MB packed`,
  );
});

/** The sink, all who send and the program share the processors: nobody is in a hurry. */
async function greet(port: number): Promise<SmtpTestClient> {
  const client = await connectSmtp({ port, timeoutMs: 120_000 });
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

/** Everybody sends one message after the other; what was taken. */
async function sendBusily(mxPort: number): Promise<{ taken: string[]; refused: Map<string, number> }> {
  const taken: string[] = [];
  const refused = new Map<string, number>();
  const untilMs = performance.now() + busyMs;
  const clients = await Promise.all(Array.from({ length: connections }, () => greet(mxPort)));
  await Promise.all(
    clients.map(async (client, sender) => {
      for (let count = 0; performance.now() < untilMs; count += 1) {
        const id = `${sender}-${count}`;
        const reply = await send(client, id, `${'x'.repeat(70)}\r\n`.repeat(128));
        if (reply === accepted) taken.push(id);
        else refused.set(reply, (refused.get(reply) ?? 0) + 1);
      }
      client.destroy();
    }),
  );
  return { taken, refused };
}

it('starts on a bare Debian and serves 200 busy connections in 512 MB without swap', async () => {
  const path = made[0]?.path ?? '';
  for (const name of [path, `${path}.sha256`]) copyFileSync(name, join(debian.root, 'opt/kauke', basename(name)));
  for (const name of ['node', 'npm', 'postgres', 'python3', 'gcc', 'git', 'curl'])
    expect(existsSync(join(debian.root, 'usr/bin', name))).toBe(false);
  const archive = basename(path);
  const [httpPort, mxPort] = [await findFreePort(), await findFreePort()];
  const env = {
    HTTP_PORT: String(httpPort),
    MX_PORT: String(mxPort),
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    BIND_ADDRESS: '127.0.0.1',
    DNS_SERVERS: dns.address,
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@ops.example',
    TARGET_CONFIRMATION: 'off',
    WORKERS: '1',
  };
  const startMs = performance.now();
  expect(await finish(runThere(['sha256sum', '--check', '--quiet', `${archive}.sha256`]))).toBe(0);
  expect(await finish(runThere(['mkdir', '/opt/kauke/by-hand']))).toBe(0);
  expect(await finish(runThere(['tar', '-xzf', archive, '-C', 'by-hand', '--strip-components=1']))).toBe(0);
  expect(await finish(runThere(['by-hand/kauke', 'upgrade', archive, '--at', '/opt/kauke'], env))).toBe(0);
  const installedMs = performance.now();
  for (const place of ['by-hand', 'current']) expect(isServerBuilt(join(debian.root, 'opt/kauke', place))).toBe(true);
  program = runThere(['current/kauke', 'start'], env);
  program.stdout?.resume();
  const ready = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${httpPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 90_000 }).toBe(true);
  const readyMs = performance.now();
  const visitor = createVisitor({ url: `http://127.0.0.1:${httpPort}` });
  const { body } = await visitor.send('POST', '/api/auth/register', {
    email: 'ann@box.example',
    password: testPassword,
  });
  const { id } = (body as { user: { id: string } }).user;
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${id}`, wanted)).toMatchObject({ status: 201 });

  const { taken, refused } = await sendBusily(mxPort);
  await expect.poll(() => new Set(arrivedAt(sink)).size, { timeout: 60_000 }).toBeGreaterThanOrEqual(taken.length);
  const arrived = new Set(arrivedAt(sink));
  expect(taken.filter((one) => !arrived.has(one))).toEqual([]);
  expect(taken.length).toBeGreaterThan(connections);
  expect([...refused]).toEqual([]);
  expect(group.killed()).toBe(0);
  expect(program.exitCode).toBeNull();
  say(
    `installed in ${((installedMs - startMs) / 1000).toFixed(1)} s, ready ${((readyMs - installedMs) / 1000).toFixed(1)} s later; ${connections} connections, ${taken.length} messages of 9 kB in ${busyMs / 1000} s; ${(group.peakOctets() / megabyte).toFixed(0)} MB of ${(memoryOctets / megabyte).toFixed(0)} MB at most, page cache among it`,
  );
});
