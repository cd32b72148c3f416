import { appendFile, mkdir, mkdtemp, readdir, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '#cli/build-server.ts';
import { builtServerFolder, findBuilt, isServerBuilt } from '#cli/built-server.ts';

/** A program that finds a file beside its sources and starts a thread, as ours does. */
const sources = {
  'package.json': '{"type":"module"}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'src/cli/build-server.ts': '',
  'src/cli/run-program.ts': `
    import { folder } from '../main/place.ts';
    export const parts = { folder, thread: new URL('./thread.ts', import.meta.url) };
    export const later = () => import('../main/later.ts');`,
  'src/cli/run-kauke.ts': "export { folder } from '../main/place.ts';",
  'src/main/place.ts': 'export const folder: string = import.meta.dirname;',
  'src/main/later.ts': "export const text = 'Straße';",
  'src/cli/thread.ts': 'export const isThread: boolean = true;',
};

interface Program {
  readonly parts: { readonly folder: string; readonly thread: URL };
  readonly later: () => Promise<{ readonly text: string }>;
}

let root: string;
let announced = 0;
const build = () => buildServer(root, () => (announced += 1));

/** Earlier than any build to come. */
async function age(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  const earlier = new Date(mtimeMs - 60_000);
  await utimes(path, earlier, earlier);
}

beforeEach(async () => {
  announced = 0;
  root = await realpath(await mkdtemp(join(tmpdir(), 'kauke-build-')));
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    await age(join(root, path));
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function loadBuilt(): Promise<Program> {
  return (await import(findBuilt(root, 'run-program') ?? 'nothing was built')) as Program;
}

describe('buildServer', () => {
  it('keeps what the program knows of its files, starts and loads', async () => {
    expect(await build()).toBe('built');
    const { parts, later } = await loadBuilt();
    expect(join(parts.folder, '.')).toBe(join(root, 'src/main'));
    expect(dirname(fileURLToPath(parts.thread))).toBe(join(root, builtServerFolder));
    expect(await import(parts.thread.href)).toMatchObject({ isThread: true });
    expect((await later()).text).toBe('Straße');
    const commands = (await import(findBuilt(root, 'run-kauke') ?? 'nothing was built')) as Program['parts'];
    expect(join(commands.folder, '.')).toBe(join(root, 'src/main'));
  });

  it('builds once, and again when a file changed, went, or got another one in its place', async () => {
    expect(await build()).toBe('built');
    expect(await build()).toBe('unchanged');
    expect(announced).toBe(1);
    const later = join(root, 'src/main/later.ts');
    await appendFile(later, '// More\n');
    await age(later);
    expect(await build()).toBe('built');
    // As long as it was, and newer.
    await writeFile(join(root, 'src/cli/thread.ts'), sources['src/cli/thread.ts'].replace('true', '!!1 '));
    expect(isServerBuilt(root)).toBe(false);
    expect(await build()).toBe('built');
    await rm(join(root, 'tsconfig.json'));
    expect(isServerBuilt(root)).toBe(false);
  });

  it('is not taken for built after a build that broke off', async () => {
    await build();
    await writeFile(join(root, 'src/main/later.ts'), 'export const text = ;');
    await expect(build()).rejects.toThrow(/later\.ts/u);
    expect(findBuilt(root, 'run-program')).toBeNull();
  });

  it('leaves the build before, from which a program may still run, and erases what is older', async () => {
    const folder = join(root, builtServerFolder);
    const change = async (text: string) => {
      await writeFile(join(root, 'src/main/later.ts'), `export const text = '${text}';`);
      await age(join(root, 'src/main/later.ts'));
      await build();
      return (await readdir(folder)).filter((name) => name.startsWith('later-'));
    };
    const ageBuild = async () => {
      for (const name of await readdir(folder)) await age(join(folder, name));
    };
    const first = await change('of the first');
    await ageBuild();
    const second = await change('of the second, which is longer');
    expect(second).toEqual(expect.arrayContaining(first));
    expect(second).toHaveLength(2);
    await ageBuild();
    await age(join(root, 'src/main/later.ts'));
    for (const name of first) await age(join(folder, name));
    const third = await change('of the third, which is longer than both');
    expect(third).not.toEqual(expect.arrayContaining(first));
    expect(third).toHaveLength(2);
  });
});
