import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isValidElement } from 'react';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const catalogue = 'src/messages/en/**/*.{ts,tsx}';

async function readSources(pattern: string): Promise<{ path: string; source: string }[]> {
  const files: { path: string; source: string }[] = [];
  for await (const path of glob(pattern, { cwd: repository })) {
    if (/\.test\.tsx?$/.test(path)) continue;
    files.push({ path, source: await readFile(resolve(repository, path), 'utf8') });
  }
  return files;
}

/** Where a value, or one within it, is neither a text nor a function that makes one. */
function findHoles(value: unknown, name: string): string[] {
  if (typeof value === 'function' || isValidElement(value)) return [];
  if (typeof value === 'string') return value.trim() === '' || value !== value.trim() ? [name] : [];
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [name];
  return Object.entries(value).flatMap(([key, each]) => findHoles(each, `${name}.${key}`));
}

/** Literals that are sentences: a word with a capital, a space, a lower-case word. */
const sentence = /(?<before>[^\n]*?)(?<quote>['"`])(?<text>[A-Z][a-z]+,? [a-z][^\n]*?)\k<quote>/g;
/** What the errors and the log of the program say is for whoever runs it, and not for the catalogue. */
const forOperators = /(?:new (?!AppError)\w*Error|super|log\.\w+|failure)\([^)]*$/;

function findSentences(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').replaceAll(/\(\n\s*/g, '(');
  return [...code.matchAll(sentence)].flatMap(({ groups }) =>
    forOperators.test(groups?.['before'] ?? '') ? [] : [groups?.['text'] ?? ''],
  );
}

describe('the catalogue of texts', () => {
  it('is whole: each of its values is a text or makes one', async () => {
    const holes: string[] = [];
    for (const { path } of await readSources(catalogue)) {
      const texts = (await import(resolve(repository, path))) as Record<string, unknown>;
      holes.push(...findHoles({ ...texts }, path));
    }
    expect(holes).toEqual([]);
    expect(findHoles({ a: { b: ' x', c: '' }, d: 1, e: {}, f: 'x', g: () => 'x' }, 'm')).toEqual([
      'm.a.b',
      'm.a.c',
      'm.d',
      'm.e',
    ]);
  });

  it('imports nothing of ours, so that it can be loaded anywhere', async () => {
    const foreign = (await readSources(catalogue)).flatMap(({ path, source }) =>
      [...source.matchAll(/from '(?!#messages\/|react')([^']+)'/g)].map(([, name]) => `${path}: ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it('has texts that another language may say otherwise: no type holds their letters', async () => {
    const fixed = (await readSources(catalogue)).filter(({ source }) => /^(?:\}|\]) as const;/m.test(source));
    expect(fixed.map(({ path }) => path)).toEqual([]);
  });

  it('is that of the folder to which #messages leads when the pages are built', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kauke-language-'));
    try {
      const files = {
        'package.json': JSON.stringify({ type: 'module', imports: { '#messages/*': './src/messages/lt/*' } }),
        'src/messages/en/pages/hello.ts': "export const hello = 'Good day';",
        'src/messages/lt/pages/hello.ts': "export const hello = 'Laba diena';",
        'main.ts': "import { hello } from '#messages/pages/hello.ts';\nexport const said = hello;",
      };
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      }
      const lib = { entry: join(root, 'main.ts'), formats: ['es' as const], fileName: 'main' };
      await build({ root, configFile: false, logLevel: 'silent', build: { lib, outDir: 'out' } });
      let built = '';
      for await (const path of glob('out/*', { cwd: root })) built += await readFile(join(root, path), 'utf8');
      expect(built).toContain('Laba diena');
      expect(built).not.toContain('Good day');
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it.each(['src/contract/**/*.ts', 'src/core/**/*.ts', 'src/mail/**/*.ts'])(
    'holds every sentence of %s',
    async (room) => {
      const outside = (await readSources(room)).flatMap(({ path, source }) =>
        findSentences(source).map((text) => `${path}: ${text}`),
      );
      expect(outside).toEqual([]);
    },
  );

  it('holds what the API answers, apart from the descriptions of its routes', async () => {
    const answer = /\b(?:message|error|errors|text)\b[^\n]{0,40}?(['"`])[A-Z][a-z]+,? [a-z][^\n]*\1/;
    const outside = (await readSources('src/api/**/*.ts')).filter(({ source }) => answer.test(source));
    expect(outside.map(({ path }) => path)).toEqual([]);
    expect("throw new AppError('not_found', { message: 'This is lost.' })").toMatch(answer);
  });

  it('misses no planted sentence', () => {
    expect(findSentences("throw new AppError('not_found', { message: 'This is lost.' });")).toEqual(['This is lost.']);
    expect(findSentences("throw new Error('This is for the log.');\n// Don't count 'This one here'")).toEqual([]);
  });
});
