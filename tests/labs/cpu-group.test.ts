import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCpuGroup } from '../../bench/cpu-group.ts';

function cpuGroupOf(pid: number | undefined): string {
  return /^\d+:(?:[^:]*\bcpu\b[^:]*)?:(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1] ?? '';
}

it('holds a process and what it starts until its scope ends', async () => {
  const scope = new AsyncDisposableStack();
  const put = createCpuGroup(scope);
  const parent = spawn('/bin/sh', ['-c', 'read -r _; sleep 60 & echo $!; wait'], { stdio: ['pipe', 'pipe', 'ignore'] });
  scope.defer(async () => {
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
  put(parent.pid);
  parent.stdin.write('go\n');
  const [told] = (await once(parent.stdout, 'data')) as [Buffer];
  const child = Number(told.toString());
  const group = cpuGroupOf(parent.pid);
  expect(group).toMatch(/^\/kauke-bench-/);
  expect(cpuGroupOf(child)).toBe(group);
  process.kill(child, 'SIGKILL');
  await scope.disposeAsync();
  expect(['cpu', ''].some((tree) => existsSync(join('/sys/fs/cgroup', tree, group)))).toBe(false);
});
