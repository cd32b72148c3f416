import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createCpuGroup } from './cpu-group.ts';

/** What works beside what is measured, in words. */
export function describeBusyLoops(): string {
  return `${availableParallelism()} endless loops, one for each core`;
}

/** When our end of its pipe closes, we are gone, and so is the loop. */
const watchedLoop = 'exec 3<&0; { read -r _ <&3; kill -KILL $$; } & while :; do :; done';

/** An endless loop until `scope` ends; its process id. */
function startBusyLoop(scope: AsyncDisposableStack): number | undefined {
  const loop = spawn('/bin/sh', ['-c', watchedLoop], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  scope.defer(() => void loop.kill('SIGKILL'));
  return loop.pid;
}

/** Keeps every core busy until `scope` ends. */
export function startBusyLoops(scope: AsyncDisposableStack): void {
  const join = createCpuGroup(scope);
  for (let count = availableParallelism(); count > 0; count -= 1) join(startBusyLoop(scope));
}
