import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addLanguage, buildWeb } from '#cli/build-web.ts';

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

describe('addLanguage', () => {
  it('puts the pages of a language beside the first, with the assets that differ', async () => {
    const [first, second] = [join(root, 'dist/web'), join(root, 'dist/languages/de')];
    for (const folder of [first, second]) {
      await mkdir(join(folder, 'assets'), { recursive: true });
      await writeFile(join(folder, 'assets/same.js'), folder);
      await writeFile(join(folder, 'index.html'), folder);
    }
    await writeFile(join(second, 'assets/own.js'), 'Guten Tag');
    await addLanguage(root, 'de');
    expect(await readFile(join(first, 'index.html'), 'utf8')).toBe(first);
    expect(await readFile(join(first, 'de/index.html'), 'utf8')).toBe(second);
    expect(await readFile(join(first, 'assets/own.js'), 'utf8')).toBe('Guten Tag');
    expect(await readFile(join(first, 'assets/same.js'), 'utf8')).toBe(first);
    expect(await readdir(join(root, 'dist/languages'))).toEqual([]);
  });
});
