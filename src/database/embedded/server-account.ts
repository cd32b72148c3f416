import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';

interface RunResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The server's whole environment: nothing of ours, and a locale that needs no locale files. */
export const serverEnvironment = { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Runs a program to its end as `account`, from `/` because our own folder may be closed to it. Never rejects. */
export function runAs(account: ServerAccount | null, file: string, args: readonly string[]): Promise<RunResult> {
  return new Promise((resolve) => {
    execFile(file, args, { ...account, cwd: '/', env: serverEnvironment }, (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr: stderr === '' ? (error?.message ?? '') : stderr });
    });
  });
}

/** The line that says why: a full disk, else the first that a PostgreSQL program marked as a fault, else the last one. */
export function faultLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fault =
    lines.find((line) => line.includes('No space left on device')) ??
    lines.find((line) => /\b(?:PANIC|FATAL|ERROR|error):\s/u.test(line)) ??
    lines.at(-1) ??
    'no reason given';
  return fault.replace(/^.*?\b(?:PANIC|FATAL|ERROR|error):\s+/u, '').replace(/\.$/u, '');
}

/** The operating system's user that runs the server in our place. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

async function findAccount(name: string): Promise<ServerAccount | null> {
  const lines = await readFile('/etc/passwd', 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return uid > 0 && gid > 0 ? { uid, gid } : null;
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of the existing data, else as `postgres` where there is
 * such a user, else as `nobody`. `null`: we are not root, it runs as ourselves.
 */
export async function chooseServerAccount(clusterDir: string): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterDir).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findAccount('postgres')) ?? (await findAccount('nobody')) ?? { uid: 65_534, gid: 65_534 };
}
