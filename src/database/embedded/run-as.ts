import { execFile } from 'node:child_process';
import type { ServerAccount } from '#database/embedded/server-account.ts';

export interface RunResult {
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
