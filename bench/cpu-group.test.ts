import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCpuGroup, makeGroup, mayGroup } from './cpu-group.ts';

/** A folder laid out as the kernel lays out its own. What the kernel itself does with it is tried by the lab `scale`. */
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kauke-groups-'));
});
afterEach(() => rm(root, { recursive: true }));

it('makes a group of its own each time, in the tree of either version', async () => {
  await mkdir(join(root, 'cpu'));
  const first = makeGroup(root);
  expect(first.startsWith(join(root, 'cpu', 'kauke-bench-'))).toBe(true);
  expect(makeGroup(root)).not.toBe(first);
  await writeFile(join(root, 'cgroup.controllers'), 'cpu memory\n');
  expect(makeGroup(root).startsWith(join(root, 'kauke-bench-'))).toBe(true);
  expect(await readFile(join(root, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu');
});

it('puts a process into its group, which goes once the last one has ended', async () => {
  await mkdir(join(root, 'cpu'));
  const scope = new AsyncDisposableStack();
  createCpuGroup(scope, root)(4711);
  const [name = ''] = await readdir(join(root, 'cpu'));
  const processes = join(root, 'cpu', name, 'cgroup.procs');
  expect(await readFile(processes, 'utf8')).toBe('4711');
  const ended = scope.disposeAsync().then(() => 'gone');
  expect(await Promise.race([ended, pause(300, 'there')])).toBe('there');
  await rm(processes);
  expect(await ended).toBe('gone');
  expect(await readdir(join(root, 'cpu'))).toEqual([]);
});

it('leaves processes where they are on a system without groups', async () => {
  const missing = join(root, 'missing');
  expect(mayGroup(missing)).toBe(false);
  const scope = new AsyncDisposableStack();
  createCpuGroup(scope, missing)(process.pid);
  await scope.disposeAsync();
  expect(existsSync(missing)).toBe(false);
});
