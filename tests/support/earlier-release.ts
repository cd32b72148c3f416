import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** The last commit before the one that brought the newest migration; null where the history does not reach so far. */
export function findReleaseBefore(): string | null {
  try {
    const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/database/migrations');
    return git('rev-parse', '--verify', `${newest}^`);
  } catch {
    return null;
  }
}

/** The release that had no archive: the last commit that called itself so before this one's work began. */
export const lastOf = { '1.0.24': 'c9b45d32b0f1e8716e5cdfafbfd18477dadddf0d' } as const;

export function isInHistory(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}
