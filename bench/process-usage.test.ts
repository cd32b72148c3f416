import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { findDescendants, readCpuTime, readMemory } from './process-usage.ts';

describe.runIf(process.platform === 'linux')('the usage of a process', () => {
  it('counts its processor time', () => {
    const before = readCpuTime(process.pid);
    const until = performance.now() + 100;
    while (performance.now() < until);
    const after = readCpuTime(process.pid);
    expect((after?.userMs ?? 0) + (after?.systemMs ?? 0)).toBeGreaterThan(
      (before?.userMs ?? 0) + (before?.systemMs ?? 0),
    );
  });

  it('tells its memory', () => {
    const memory = readMemory(process.pid);
    expect(memory?.nowBytes).toBeGreaterThan(10 * 1024 * 1024);
    expect(memory?.peakBytes).toBeGreaterThanOrEqual(memory?.nowBytes ?? Infinity);
  });

  it('finds the processes below it', async () => {
    const child = fork(new URL('./forward/sink.ts', import.meta.url));
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
