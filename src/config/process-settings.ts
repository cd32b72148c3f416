import { flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * One helper thread for V8, a young generation of 16 MB a half, and an old one that is collected when it has doubled; three threads
 * for signatures and files (docs/decisions/0014). They hold from the first instruction of a process, so they cannot be set within it.
 */
export const nodeOptions = ['--v8-pool-size=1', '--max-semi-space-size=16', '--heap-growing-percent=100'];
const environment = {
  UV_THREADPOOL_SIZE: '3',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/kauke'),
};

/**
 * Gives this process the settings of threads and memory: unless it was started with them, the same command runs once more
 * in its place, under the same process id. What it forks inherits them. What its starter has set already stays so.
 */
export function applyProcessSettings(): void {
  const { argv, env, execArgv, execPath } = process;
  if (nodeOptions.every((option) => execArgv.includes(option)) || process.execve === undefined) return;
  // Else the little that was compiled so far would be compiled at each start: this process has no end of its own.
  flushCompileCache();
  process.execve(execPath, [execPath, ...nodeOptions, ...execArgv, ...argv.slice(1)], { ...environment, ...env });
}

/** The environment of this process for another one, with some variables as they are given here. */
export function environmentWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}
