import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** One line: what works beside what is measured. */
export function describeBusyLoops(): string {
  return `${availableParallelism()} endless loops, one for each core, in a session of their own`;
}

/** Keeps every core busy until `scope` ends. */
export function startBusyLoops(scope: AsyncDisposableStack): void {
  for (let count = availableParallelism(); count > 0; count -= 1) {
    const loop = spawn('/bin/sh', ['-c', 'while :; do :; done'], { detached: true, stdio: 'ignore' });
    scope.defer(() => void loop.kill('SIGKILL'));
  }
}
