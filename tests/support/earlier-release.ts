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
