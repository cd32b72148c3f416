import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const timeoutMs = 90_000;
/** Of each request that npm makes; one more try is enough. */
const patience = ['--fetch-timeout=20000', '--fetch-retries=1'];
const maxOctets = 64 * 1024 * 1024;

/** The exit code when the registry gave no answer: neither good news nor bad. */
export const noAnswerExitCode = 3;

/** What npm prints for `words` as JSON, whatever its exit code; empty when it says nothing in time. */
export function askNpm(...words: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(
      'npm',
      [...words, '--json', ...patience],
      { cwd: repository, timeout: timeoutMs, maxBuffer: maxOctets },
      (_error, stdout) => done(stdout),
    );
  });
}
