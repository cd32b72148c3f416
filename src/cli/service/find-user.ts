import { execFileSync } from 'node:child_process';
import type { RunAsConfig } from '#config/config.ts';

/** A user of the operating system. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** All groups that it is in. */
  readonly groups: readonly number[];
}

/** What a program prints; null where it fails. Programs ask every source of the system, its files alone would not do. */
function ask(program: string, ...words: readonly string[]): string | null {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Null: there is no such user, or no such group. */
export function findUser({ user: name, group }: RunAsConfig): SystemUser | null {
  const uid = ask('id', '-u', name);
  const gid = group === null ? ask('id', '-g', name) : ask('getent', 'group', group)?.split(':')[2];
  if (uid === null || gid === null || gid === undefined) return null;
  const groups = (ask('id', '-G', name) ?? gid).split(' ').map(Number);
  return { name, uid: Number(uid), gid: Number(gid), groups };
}
