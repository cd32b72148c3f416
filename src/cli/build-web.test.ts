import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildWeb } from '#cli/build-web.ts';

let root: string;
const builds: string[] = [];

async function build(): Promise<void> {
  builds.push('built');
  await mkdir(join(root, 'dist/web'), { recursive: true });
}

beforeEach(async () => {
  builds.length = 0;
  root = await mkdtemp(join(tmpdir(), 'kauke-build-'));
  await mkdir(join(root, 'src/web/app'), { recursive: true });
  await mkdir(join(root, 'src/contract'), { recursive: true });
  await writeFile(join(root, 'src/web/app/main.tsx'), 'one');
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('buildWeb', () => {
  it('builds once and leaves an unchanged app alone', async () => {
    expect(await buildWeb(root, build)).toBe('built');
    expect(await buildWeb(root, build)).toBe('unchanged');
    expect(builds).toHaveLength(1);
  });

  it.each(['src/web/app/main.tsx', 'src/contract/limits.ts', 'vite.config.ts', 'package-lock.json'])(
    'builds again when %s changes',
    async (path) => {
      await buildWeb(root, build);
      await writeFile(join(root, path), 'two');
      expect(await buildWeb(root, build)).toBe('built');
    },
  );

  it('builds again when a file is removed', async () => {
    await writeFile(join(root, 'src/web/app/other.tsx'), 'one');
    await buildWeb(root, build);
    await rm(join(root, 'src/web/app/other.tsx'));
    expect(await buildWeb(root, build)).toBe('built');
  });

  it('does not build for a changed test', async () => {
    await buildWeb(root, build);
    await writeFile(join(root, 'src/web/app/main.test.tsx'), 'a test');
    expect(await buildWeb(root, build)).toBe('unchanged');
  });

  it('builds again after a build that broke off', async () => {
    const broken = buildWeb(root, () => Promise.reject(new Error('broken off')));
    await expect(broken).rejects.toThrow('broken off');
    expect(await buildWeb(root, build)).toBe('built');
  });
});
