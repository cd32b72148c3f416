import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchDebian } from '#support/bare-debian.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';

const repository = resolve(import.meta.dirname, '../..');
const image = 'localhost/kauke:lab';
const run = promisify(execFile);
/** Podman would raise them to what the kernel allows, which root itself may not in every machine. */
const ulimits = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
let folder: string;

async function podman(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('podman', words, { maxBuffer: 16 * 1024 * 1024 });
  return stdout.trim();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-image-'));
  const made = await mkdir(join(folder, 'made'), { recursive: true });
  const release = await makeRelease({ commit: 'HEAD', folder: made ?? folder, keyFile: null, print: () => {} });
  copyFileSync(release.path, join(folder, 'kauke.tar.gz'));
  copyFileSync(join(repository, 'Containerfile'), join(folder, 'Containerfile'));
  const root = join(folder, 'root');
  await fetchDebian(root, {});
  execFileSync('tar', ['-C', root, '-czf', join(folder, 'base.tar.gz'), '.']);
  await rm(root, { recursive: true });
  await run('buildah', ['build', '--format', 'docker', '--tag', image, folder], { maxBuffer: 16 * 1024 * 1024 });
}, 600_000);
afterAll(async () => {
  await podman('rm', '--force', '--all', '--filter', 'label=kauke-lab');
  await podman('rmi', '--force', image);
  await rm(folder, { recursive: true });
}, 120_000);

it('runs from an image that no registry had a part in, and its probe says that it is well', async () => {
  const id = await podman('run', '--detach', '--label=kauke-lab', ...ulimits, image);
  const health = async (): Promise<string> => {
    await podman('healthcheck', 'run', id).catch(() => '');
    return podman('inspect', '--format={{.State.Healthcheck.Status}}', id);
  };
  await expect.poll(health, { timeout: 90_000, interval: 1_000 }).toBe('healthy');
  expect(await podman('exec', id, 'kauke', '--version')).toMatch(/^Kauke \d+\.\d+\.\d+$/u);
  expect(await podman('exec', id, 'id', '-un')).toBe('kauke');
  await podman('stop', '--time=30', id);
  expect(await podman('inspect', '--format={{.State.ExitCode}}', id)).toBe('0');
});
