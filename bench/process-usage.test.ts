import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  findDescendants,
  forgetPeakMemory,
  readCpuTime,
  readMemory,
  readPostgresCpuTime,
  readProgramCpuTime,
  readTreeCpuTime,
  type CpuTime,
} from './process-usage.ts';

function sumOf(time: CpuTime | null): number {
  return (time?.userMs ?? 0) + (time?.systemMs ?? 0);
}

describe.runIf(process.platform === 'linux')('the usage of a process', () => {
  it('counts its processor time', () => {
    const before = sumOf(readCpuTime(process.pid));
    const spent = process.cpuUsage();
    // By processor time, not by the clock: others may have the processor.
    while (process.cpuUsage(spent).user < 100_000);
    expect(sumOf(readCpuTime(process.pid)) - before).toBeGreaterThanOrEqual(50);
  });

  it('tells its memory', () => {
    const memory = readMemory(process.pid);
    expect(memory?.nowBytes).toBeGreaterThan(10 * 1024 * 1024);
    expect(memory?.peakBytes).toBeGreaterThanOrEqual(memory?.nowBytes ?? Infinity);
  });

  it('forgets its peak when it is asked to', async () => {
    const script = 'Buffer.alloc(256 * 1024 * 1024, 1); gc(); console.log(1); setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, ['--expose-gc', '-e', script]);
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    expect(readMemory(pid)?.peakBytes).toBeGreaterThan(256 * 1024 * 1024);
    forgetPeakMemory(pid);
    expect(readMemory(pid)?.peakBytes).toBeLessThan(256 * 1024 * 1024);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('counts what ran below it and has ended', () => {
    const before = sumOf(readTreeCpuTime(process.pid));
    spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 200_000);']);
    expect(sumOf(readTreeCpuTime(process.pid)) - before).toBeGreaterThan(100);
  });

  it('keeps the program apart from its database', async () => {
    const script =
      "process.title = 'postgres'; while (process.cpuUsage().user < 200_000); console.log(1); setInterval(() => {}, 1000)";
    const database = spawn(process.execPath, ['-e', script]);
    await once(database.stdout, 'data');
    expect(sumOf(readPostgresCpuTime(process.pid))).toBeGreaterThan(100);
    expect(sumOf(readTreeCpuTime(process.pid))).toBeGreaterThan(sumOf(readProgramCpuTime(process.pid)) + 100);
    database.kill('SIGKILL');
    await once(database, 'exit');
    expect(readPostgresCpuTime(process.pid)).toBeNull();
  });

  it('finds the processes below it', async () => {
    const child = fork(new URL('./forward/load/sink.ts', import.meta.url));
    await once(child, 'spawn');
    expect(findDescendants(process.pid)).toContain(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('is unknown for a process that does not exist', () => {
    expect(readCpuTime(2 ** 30)).toBeNull();
    expect(readMemory(2 ** 30)).toBeNull();
  });
});
