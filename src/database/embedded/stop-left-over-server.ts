import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '#config/start-error.ts';

const run = promisify(execFile);

/** No process has this id: above every system's maximum. */
const impossiblePid = 2_147_483_647;

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' '),
      () => '',
    );
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  return pid > 0 && (await commandLine(pid)).includes(` -D ${clusterDir} `);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in this moment: its watcher stops it too.
  }
}

async function waitUntilGone(pid: number, clusterDir: string, timeoutMs: number): Promise<boolean> {
  const stepMs = 50;
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += stepMs) {
    if (!(await isServerOf(pid, clusterDir))) return true;
    await delay(stepMs);
  }
  return false;
}

/**
 * After a `kill -9` of the program its server may still run. We hold the lock of DATA_DIR, so it is nobody else's: it is
 * stopped, fast first, then at once (which costs a recovery, but no data).
 * @throws StartError when it does not go.
 */
export async function stopLeftOverServer(clusterDir: string): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const lines = await readFile(pidFile, 'utf8').then(
    (text) => text.split('\n'),
    () => null,
  );
  if (lines === null) return;
  const pid = Number(lines[0]);
  for (const [signal, timeoutMs] of [['SIGINT', 15_000] as const, ['SIGQUIT', 15_000] as const]) {
    if (!(await isServerOf(pid, clusterDir))) break;
    send(pid, signal);
    if (await waitUntilGone(pid, clusterDir, timeoutMs)) break;
  }
  if (await isServerOf(pid, clusterDir)) {
    throw new StartError(`The PostgreSQL server with process id ${pid} still uses ${clusterDir} and does not stop.`);
  }
  // The id may be another process's by now, which would make the server refuse to start. The rest of the file stays:
  // by its shared memory id the server sees whether processes of its predecessor are still alive.
  if (await readFile(pidFile).catch(() => null)) {
    await writeFile(pidFile, [impossiblePid, ...lines.slice(1)].join('\n'), { flag: 'r+' });
  }
}
