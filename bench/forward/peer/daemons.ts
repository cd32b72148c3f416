import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readTreeCpuTime } from '../../process-usage.ts';
import type { Part } from '../forwarder.ts';
import { stopChild } from '../stop-child.ts';

export interface Daemon {
  readonly name: string;
  readonly command: string;
  readonly words: readonly string[];
  /** Where it listens. */
  readonly port: number;
  /** 127.0.0.1 without it. */
  readonly host?: string;
  /** Told its process id before it has done anything. */
  readonly onSpawn: (pid: number | undefined) => void;
  /** Asks it to end, beyond SIGTERM. */
  readonly askToStop?: () => void;
  /** What it does before it listens takes so long at most. */
  readonly startTimeoutMs?: number;
}

/** Rspamd compiles its list of top-level domains first. */
const usualStartTimeoutMs = 90_000;
const stopTimeoutMs = 20_000;
const betweenTriesMs = 100;
const maxLastWords = 2000;

async function isListening({ port, host = '127.0.0.1' }: Daemon): Promise<boolean> {
  const socket = connect({ port, host });
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

/** Waits until it listens. */
async function untilListening(child: ChildProcess, daemon: Daemon, lastWords: () => string): Promise<void> {
  const { name, startTimeoutMs = usualStartTimeoutMs } = daemon;
  const giveUpAt = performance.now() + startTimeoutMs;
  while (!(await isListening(daemon))) {
    if (hasEnded(child)) throw new Error(`${name} did not start: ${lastWords()}`);
    if (performance.now() > giveUpAt) throw new Error(`${name} does not listen: ${lastWords()}`);
    await pause(betweenTriesMs);
  }
}

/**
 * Starts a program in the foreground, in a session of its own as a service has it, that ends with `scope`.
 * @throws Error with the last it said, when it does not start
 */
export async function startDaemon(daemon: Daemon, scope: AsyncDisposableStack): Promise<Part> {
  let stop = async (): Promise<void> => {};
  // Before the process exists: a scope that is already closed then throws and nothing is started.
  scope.defer(() => stop());
  const child = spawn(daemon.command, daemon.words, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  daemon.onSpawn(child.pid);
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
  await untilListening(child, daemon, () => said);
  return { name: daemon.name, readCpu: () => readTreeCpuTime(child.pid ?? 0) };
}

/** A folder for all that a peer has, until `scope` ends. */
export async function makeFolder(scope: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-bench-peer-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  // Postfix and Rspamd give root up.
  await chmod(folder, 0o755);
  return folder;
}
