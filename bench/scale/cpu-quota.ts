import { existsSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeGroup, removeGroup } from '../cpu-group.ts';

/** As `docker run --cpus=0.25` sets it. */
const periodUs = 100_000;
const quotaUs = 25_000;

/** A group that may use a quarter of a core; its folder. @throws Error where the system does not let us */
function makeQuarter(): string {
  const folder = makeGroup();
  // Version 2 and version 1 of control groups.
  if (existsSync(join(folder, 'cpu.max'))) {
    writeFileSync(join(folder, 'cpu.max'), `${quotaUs} ${periodUs}`);
  } else {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  return folder;
}

/** Holds a process with all its threads to a quarter of a core; its group goes after it, with `scope`. */
export function holdToQuarter(pid: number, scope: AsyncDisposableStack): void {
  const folder = makeQuarter();
  scope.defer(() => removeGroup(folder));
  writeFileSync(join(folder, 'cgroup.procs'), String(pid));
}

/** Whether this system lets us. */
export function mayHold(): boolean {
  try {
    const folder = makeQuarter();
    readFileSync(join(folder, 'cgroup.procs'));
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
