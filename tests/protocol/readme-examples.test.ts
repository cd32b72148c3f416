import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from '#support/compile-cache.ts';

const repository = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const block = /^```ts\n(.*?)^```$/gms;
const maxLines = 66;

const readmes = globSync('src/protocol/*/README.md', { cwd: repository }).map((path) => {
  const text = readFileSync(join(repository, path), 'utf8');
  return { name: dirname(path), text, examples: [...text.matchAll(block)].map(([, code = '']) => code) };
});

let folder: string;

beforeAll(async () => {
  // Inside the repository, where `#protocol/` and packages mean what they mean to the code itself.
  folder = await mkdtemp(join(repository, '.readme-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the READMEs of src/protocol', () => {
  it('stand beside each package', async () => {
    const packages = (await readdir(join(repository, 'src/protocol'), { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    expect(readmes.map(({ name }) => name).toSorted()).toEqual(
      packages.map(({ name }) => `src/protocol/${name}`).toSorted(),
    );
  });

  it.each(readmes)('$name: at most a page, with its RFCs and one example', ({ text, examples }) => {
    expect(text.split('\n').length).toBeLessThanOrEqual(maxLines);
    expect(text).toMatch(/RFC \d+/);
    expect(examples).toHaveLength(1);
  });

  it.each(readmes)('$name: the example runs', async ({ name, examples: [example = ''] }) => {
    expect(example).toContain('assert.');
    const file = join(folder, `${name.replaceAll('/', '-')}.ts`);
    await writeFile(file, example);
    const { stderr } = await run(process.execPath, [file], {
      cwd: repository,
      timeout: 30_000,
      env: { ...process.env, ...compileCache },
    });
    expect(stderr).toBe('');
  });
});
