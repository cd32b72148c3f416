import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * One helper thread for V8 and a young generation of 16 MB a half; three threads for signatures and files
 * (docs/decisions/0014). They hold from the first instruction of a process, so they cannot be set within it.
 */
export const nodeOptions = ['--v8-pool-size=1', '--max-semi-space-size=16'];
const environment = {
  UV_THREADPOOL_SIZE: '3',
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/kauke'),
};

/**
 * The old generation is collected when it has doubled (docs/decisions/0014). Said within the process: another Node.js may know no such
 * flag, and would refuse to start with it.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

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
