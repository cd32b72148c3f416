import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const systemRoot = '/sys/fs/cgroup';
const removeAttempts = 100;
const betweenAttemptsMs = 100;
let groups = 0;

/** A control group for processor time; its folder. @throws Error where the system does not let us */
export function makeGroup(root = systemRoot): string {
  // Version 2 has one tree, version 1 one for each kind of resource.
  const isSecond = existsSync(join(root, 'cgroup.controllers'));
  groups += 1;
  const folder = join(root, isSecond ? '' : 'cpu', `kauke-bench-${process.pid}-${groups}`);
  if (isSecond) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  return folder;
}

/** Removes it once its last process has ended. */
export async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      // Its last process is still ending.
      if (attempt === removeAttempts) throw error;
    }
    await pause(betweenAttemptsMs);
  }
}

/** Whether `createCpuGroup` makes groups on this system. */
export function mayGroup(root = systemRoot): boolean {
  try {
    rmdirSync(makeGroup(root));
    return true;
  } catch {
    return false;
  }
}

/**
 * A control group: all processes in it, and all they start, together have the claim to the processors that any other group
 * has, however many they are. Gives what puts a process in; nothing happens where the system lets nobody make groups. It ends
 * with `scope`, after the processes that were deferred to it later.
 */
export function createCpuGroup(scope: AsyncDisposableStack, root = systemRoot): (pid: number | undefined) => void {
  if (!mayGroup(root)) return () => {};
  const folder = makeGroup(root);
  scope.defer(() => removeGroup(folder));
  return (pid) => {
    if (pid !== undefined) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  };
}
