import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const catalogue = 'src/messages/en/*.ts';

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
  if (typeof value === 'function') return [];
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
      [...source.matchAll(/from '(?!#messages\/)([^']+)'/g)].map(([, name]) => `${path}: ${name}`),
    );
    expect(foreign).toEqual([]);
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
