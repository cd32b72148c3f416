import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const buildWebFile = join(import.meta.dirname, '../src/cli/build.ts');
const timeoutMs = 600_000;

/** The program serves the web app and does not start without it. */
export async function buildWeb(scope: AsyncDisposableStack): Promise<void> {
  const ending = new AbortController();
  scope.defer(() => ending.abort());
  await promisify(execFile)(process.execPath, [buildWebFile], { timeout: timeoutMs, signal: ending.signal });
}
