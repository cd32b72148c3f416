import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#support/free-port.ts';
import { readTreeCpuTime } from '../../process-usage.ts';
import type { Forwarder } from '../forwarder.ts';
import { stopChild } from '../stop-child.ts';
import type { InstalledPeer } from './find-peer.ts';
import { writePostfix } from './write-postfix.ts';
import { writeRspamd } from './write-rspamd.ts';

export interface PeerPlace {
  readonly sinkPort: number;
  /** `host:port` */
  readonly dnsServer: string;
  /** Addresses at one domain. */
  readonly aliases: readonly string[];
}

interface Daemon {
  readonly command: string;
  readonly words: readonly string[];
  /** Asks it to end, beyond SIGTERM. */
  readonly askToStop?: () => void;
}

/** Rspamd compiles its list of top-level domains first. */
const startTimeoutMs = 90_000;
const stopTimeoutMs = 20_000;
const betweenTriesMs = 100;
const maxLastWords = 2000;

/** A program in the foreground, and the last it said: of interest only when it does not start. */
interface RunningDaemon {
  readonly child: ChildProcess;
  readonly lastWords: () => string;
}

/** Starts a program that ends with `scope`. */
function startDaemon(daemon: Daemon, scope: AsyncDisposableStack): RunningDaemon {
  let stop = async (): Promise<void> => {};
  // Before the process exists: a scope that is already closed then throws and nothing is started.
  scope.defer(() => stop());
  const child = spawn(daemon.command, daemon.words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-maxLastWords);
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const ask = daemon.askToStop ?? ((): boolean => child.kill('SIGTERM'));
  stop = () => stopChild(child, { exit, timeoutMs: stopTimeoutMs, ask });
  child.once('error', (error) => {
    said += error.message;
  });
  return { child, lastWords: () => said };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

async function untilListening({ child, lastWords }: RunningDaemon, port: number): Promise<void> {
  const giveUpAt = performance.now() + startTimeoutMs;
  while (!(await isListening(port))) {
    if (hasEnded(child)) throw new Error(`${child.spawnfile} did not start: ${lastWords()}`);
    if (performance.now() > giveUpAt) throw new Error(`${child.spawnfile} does not listen: ${lastWords()}`);
    await pause(betweenTriesMs);
  }
}

async function makeFolder(scope: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-bench-peer-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  // Both programs give root up.
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts Postfix with Rspamd as its filter on loopback: it verifies SPF, DKIM and DMARC, seals by ARC, and passes mail for
 * `aliases` on to the sink. Its whole configuration and its queue are in a folder of its own. All of it ends with `scope`.
 * @throws Error when one of them does not start
 */
export async function startPeer(
  { postfix, rspamd }: InstalledPeer,
  { aliases, sinkPort, dnsServer }: PeerPlace,
  scope: AsyncDisposableStack,
): Promise<Forwarder> {
  const folder = await makeFolder(scope);
  const [port, milterPort] = [await findFreePort(), await findFreePort()];
  const rspamdFile = await writeRspamd({
    installed: rspamd,
    folder: join(folder, 'rspamd'),
    port: milterPort,
    dnsServer,
  });
  const postfixFolder = await writePostfix({
    installed: postfix,
    folder: join(folder, 'postfix'),
    port,
    milterPort,
    sinkPort,
    aliases: new Map(aliases.map((alias, index) => [alias, `owner-${index}@inbox.example`])),
    domain: aliases[0]?.split('@')[1] ?? '',
  });
  const filter = startDaemon(
    { command: rspamd.command, words: ['-f', '-c', rspamdFile, '-u', rspamd.owner, '-g', rspamd.owner] },
    scope,
  );
  const server = startDaemon(
    {
      command: postfix.command,
      words: ['-c', postfixFolder, 'start-fg'],
      askToStop: () => void execFile(postfix.command, ['-c', postfixFolder, 'stop'], () => {}),
    },
    scope,
  );
  await Promise.all([untilListening(filter, milterPort), untilListening(server, port)]);
  return {
    name: 'Postfix + Rspamd',
    mxPort: port,
    recipients: aliases,
    parts: [
      { name: 'Postfix', readCpu: () => readTreeCpuTime(server.child.pid ?? 0) },
      { name: 'Rspamd', readCpu: () => readTreeCpuTime(filter.child.pid ?? 0) },
    ],
  };
}
