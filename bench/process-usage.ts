import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Processor time in milliseconds. */
export interface CpuTime {
  readonly userMs: number;
  readonly systemMs: number;
}

interface ProcessStat {
  readonly name: string;
  readonly parentPid: number;
  readonly own: CpuTime;
  /** Of its children that have ended. */
  readonly reaped: CpuTime;
}

/** Linux tells processor time in hundredths of a second, whatever the kernel counts in (man 5 proc, USER_HZ). */
const msPerTick = 10;

/** PostgreSQL, and the shell that watches over it. */
const databaseNames = new Set(['postgres', 'sh']);

/** Null for a process that is gone, and where there is no /proc. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

function readStat(pid: number): ProcessStat | null {
  const text = readText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name stands in brackets and may hold anything; what follows the last one is numbered from field 3 on.
  const nameEnd = text.lastIndexOf(')');
  const fields = text.slice(nameEnd + 2).split(' ');
  const ms = (field: number): number => Number(fields[field - 3]) * msPerTick;
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    parentPid: Number(fields[1]),
    own: { userMs: ms(14), systemMs: ms(15) },
    reaped: { userMs: ms(16), systemMs: ms(17) },
  };
}

function add(a: CpuTime, b: CpuTime): CpuTime {
  return {
    userMs: a.userMs + b.userMs,
    systemMs: a.systemMs + b.systemMs,
  };
}

/** Processor time of a process with all its threads; null where the system does not tell. */
export function readCpuTime(pid: number): CpuTime | null {
  return readStat(pid)?.own ?? null;
}

function listProcesses(): number[] {
  return existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : [];
}

/** Processes below `pid`, its children first; none where there is no /proc. */
export function findDescendants(pid: number): number[] {
  const processes = listProcesses();
  const parents = new Map(processes.map((process) => [process, readStat(process)?.parentPid]));
  const found = [pid];
  for (const known of found) found.push(...processes.filter((process) => parents.get(process) === known));
  return found.slice(1);
}

/** Null where one of them is unknown. */
export function sumCpuTimes(times: readonly (CpuTime | null)[]): CpuTime | null {
  return times.reduce((all, one) => (all === null || one === null ? null : add(all, one)), { userMs: 0, systemMs: 0 });
}

/** Of a process and all below it, ended ones included, those that `counts` by their names; null when there is none. */
function sumOfTree(pid: number, counts: (name: string) => boolean): CpuTime | null {
  const stats = [pid, ...findDescendants(pid)].flatMap((process) => readStat(process) ?? []);
  const counted = stats.filter(({ name }) => counts(name));
  return counted.length === 0 ? null : counted.map(({ own, reaped }) => add(own, reaped)).reduce(add);
}

/** Processor time of a process and all below it, ended ones included; null where the system does not tell. */
export function readTreeCpuTime(pid: number): CpuTime | null {
  return sumOfTree(pid, () => true);
}

/** The same of the program with its workers, without the embedded PostgreSQL. */
export function readProgramCpuTime(pid: number): CpuTime | null {
  return sumOfTree(pid, (name) => !databaseNames.has(name));
}

/** The same of the embedded PostgreSQL of the program alone. */
export function readPostgresCpuTime(pid: number): CpuTime | null {
  return sumOfTree(pid, (name) => databaseNames.has(name));
}

/** The processes of the program: itself and its workers. */
function findProgram(pid: number): number[] {
  return [pid, ...findDescendants(pid).filter((process) => !databaseNames.has(readStat(process)?.name ?? ''))];
}

/** From now on the most memory that `readMemory` tells is counted anew, where the system can do that. */
export function forgetPeakMemory(pid: number): void {
  for (const process of findProgram(pid)) {
    try {
      // man 5 proc, clear_refs.
      writeFileSync(`/proc/${process}/clear_refs`, '5');
    } catch {
      // The peak then reaches back to the start of the process.
    }
  }
}

/** Resident memory in octets, now and at most. */
export interface Memory {
  readonly nowBytes: number;
  readonly peakBytes: number;
  /** Of how many processes. */
  readonly processes: number;
}

/** Of the program with its workers, what they share counted for each; null where the system does not tell. */
export function readMemory(pid: number): Memory | null {
  const statuses = findProgram(pid).flatMap((process) => readText(`/proc/${process}/status`) ?? []);
  if (statuses.length === 0) return null;
  const bytes = (name: string): number =>
    statuses.reduce(
      (all, status) => all + Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024,
      0,
    );
  return { nowBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM'), processes: statuses.length };
}
