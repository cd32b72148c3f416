import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** As `docker run --cpus=0.25` sets it. */
const periodUs = 100_000;
const quotaUs = 25_000;
const root = '/sys/fs/cgroup';
const removeAttempts = 50;

function makeGroup(name: string): string {
  // Version 2 has one tree, version 1 one for each kind of resource.
  const isSecond = existsSync(join(root, 'cgroup.controllers'));
  const folder = join(root, isSecond ? '' : 'cpu', name);
  if (isSecond) writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  if (isSecond) {
    writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`);
  } else {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  return folder;
}

async function remove(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      // Its process is still ending.
      if (attempt === removeAttempts) throw error;
    }
    await pause(100);
  }
}

/** Holds a process with all its threads to a quarter of a core; its group goes after it, with `scope`. */
export function holdToQuarter(pid: number, scope: AsyncDisposableStack): void {
  const folder = makeGroup(`kauke-scale-${pid}`);
  scope.defer(() => remove(folder));
  writeFileSync(join(folder, 'cgroup.procs'), String(pid));
}

/** Whether this system lets us. */
export function mayHold(): boolean {
  try {
    const folder = makeGroup(`kauke-scale-try-${process.pid}`);
    readFileSync(join(folder, 'cgroup.procs'));
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
