import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeGroup } from '../../bench/cpu-group.ts';

const root = '/sys/fs/cgroup';
let groups = 0;

/** A control group that may have so much memory and no swap: what is over it is killed. */
export interface MemoryGroup {
  /** A process that writes its number there is in it, with all that it starts. */
  readonly procs: string;
  /** The most that was in use at a time, page cache among it. */
  peakOctets(): number;
  /** How many processes were killed for want of memory. */
  killed(): number;
  remove(): Promise<void>;
}

/** @throws Error where the system does not let us */
export function makeMemoryGroup(octets: number): MemoryGroup {
  const isSecond = existsSync(join(root, 'cgroup.controllers'));
  groups += 1;
  const folder = join(root, isSecond ? '' : 'memory', `kauke-memory-${process.pid}-${groups}`);
  if (isSecond) writeFileSync(join(root, 'cgroup.subtree_control'), '+memory');
  mkdirSync(folder);
  // Version 2 counts swap apart; version 1 counts memory and swap together, and wants the first limit before the second.
  const limits: readonly (readonly [string, number])[] = isSecond
    ? [
        ['memory.max', octets],
        ['memory.swap.max', 0],
      ]
    : [
        ['memory.limit_in_bytes', octets],
        ['memory.memsw.limit_in_bytes', octets],
      ];
  for (const [name, value] of limits) writeFileSync(join(folder, name), String(value));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    procs: join(folder, 'cgroup.procs'),
    peakOctets: () => Number(read(isSecond ? 'memory.peak' : 'memory.max_usage_in_bytes')),
    killed: () => Number(/^oom_kill (\d+)$/mu.exec(read(isSecond ? 'memory.events' : 'memory.oom_control'))?.[1]),
    remove: () => removeGroup(folder),
  };
}

/** Whether this system lets us. */
export async function mayLimitMemory(): Promise<boolean> {
  try {
    await makeMemoryGroup(512 * 1024 * 1024).remove();
    return true;
  } catch {
    return false;
  }
}
