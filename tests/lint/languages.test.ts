import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { defaultLanguage, languages } from '#contract/account/languages.ts';

const messages = resolve(import.meta.dirname, '../../src/messages');
const others = languages.filter((language) => language !== defaultLanguage);

/** What only the server says in English: to operators, in SMTP replies, and in files for programs. Legal texts bind in English. */
const englishOnly = new Set([
  'legal',
  'server/smtp-replies.ts',
  'server/models.ts',
  'server/sent-reports.ts',
  // These gather others.
  'all',
  'server/watch-words.ts',
  'server/answers.ts: notListed',
  'server/mails.ts: alarmMails',
  'server/mails.ts: reportWords',
  'server/registration-mails.ts: registrationMails',
  'server/security-mails.ts: createSecurityMail',
]);

async function filesOf(language: string): Promise<string[]> {
  const files: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: join(messages, language) })) {
    const [room = ''] = path.split('/');
    if (!/\.test\.tsx?$/.test(path) && !englishOnly.has(room) && !englishOnly.has(path)) files.push(path);
  }
  return files.toSorted();
}

async function load(language: string, path: string): Promise<Record<string, unknown>> {
  return (await import(join(messages, language, path))) as Record<string, unknown>;
}

/** Names and kinds of all texts, and how many values each that is made takes. */
function shapeOf(value: unknown, name: string): string[] {
  if (typeof value === 'function') return [`${name}()`];
  if (typeof value === 'string' || isValidElement(value)) return [name];
  if (typeof value !== 'object' || value === null) return [`${name}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, each]) => shapeOf(each, `${name}.${key}`));
}

async function shapeOfFile(language: string, path: string): Promise<string[]> {
  const texts = Object.entries(await load(language, path));
  const shown = texts.filter(([name]) => !englishOnly.has(`${path}: ${name}`));
  return shown.flatMap(([name, value]) => shapeOf(value, name)).toSorted();
}

/** One of its values is a word of the program, which English has as it is. */
const ownWords = new Set(['server/answers.ts: answers.aliasesChanged']);

/** Numbers that no text has by itself: they stand for values of any kind. */
const values = [2003, 3011, 4019, 5021];

/** By the name of a text that is made which of the values stand in it. What takes others than numbers and words is left out. */
function madeOf(value: unknown, name: string): [name: string, values: string][] {
  if (typeof value === 'function') {
    try {
      const made: unknown = (value as (...given: number[]) => unknown)(...values);
      if (typeof made !== 'string') return [];
      const digits = made.replaceAll(/(?<=\d)[.,\s](?=\d)/g, '');
      return [[name, values.filter((each) => digits.includes(String(each))).join(' ')]];
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null || isValidElement(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => madeOf(each, `${name}.${key}`));
}

async function madeOfFile(language: string, path: string): Promise<[name: string, values: string][]> {
  if (path === 'quantities.ts') return [];
  return Object.entries(await load(language, path)).flatMap(([name, value]) => madeOf(value, name));
}

/** Texts that say the same as in English: of several words, as names and single ones may. */
function sameTexts(english: unknown, own: unknown, name: string): string[] {
  if (typeof english === 'string') {
    return english === own && /[a-z]{3,} [a-z]{3,}/.test(english) ? [`${name}: ${english}`] : [];
  }
  if (typeof english !== 'object' || english === null || isValidElement(english)) return [];
  const ownTexts = new Map(Object.entries(own ?? {}));
  return Object.entries(english).flatMap(([key, each]) => sameTexts(each, ownTexts.get(key), `${name}.${key}`));
}

describe.each(others)('the texts in %s', (language) => {
  it('are in the same files as the English ones', async () => {
    expect(await filesOf(language)).toEqual(await filesOf(defaultLanguage));
  });

  it('are the same ones', async () => {
    for (const path of (await filesOf(defaultLanguage)).filter((each) => each !== 'quantities.ts')) {
      const own = await shapeOfFile(language, path).catch(() => []);
      expect({ path, shape: own }).toEqual({ path, shape: await shapeOfFile(defaultLanguage, path) });
    }
  });

  it('leave nothing in English', async () => {
    const left: string[] = [];
    for (const path of await filesOf(language)) {
      const [english, own] = [await load(defaultLanguage, path), await load(language, path)];
      for (const [name, value] of Object.entries(english)) {
        if (!englishOnly.has(`${path}: ${name}`)) left.push(...sameTexts(value, own[name], `${path}: ${name}`));
      }
    }
    // The command that is typed is the same everywhere.
    expect(left.filter((text) => !text.endsWith('npm ci && npm start'))).toEqual([]);
  });

  it('use the values that the English ones use', async () => {
    for (const path of await filesOf(language)) {
      const own = new Map(await madeOfFile(language, path));
      for (const [name, used] of await madeOfFile(defaultLanguage, path)) {
        if (ownWords.has(`${path}: ${name}`)) continue;
        expect(`${path}: ${name} with ${own.get(name)}`).toBe(`${path}: ${name} with ${used}`);
      }
    }
  });

  it('have quotation marks of their own', async () => {
    const foreign: string[] = [];
    for (const path of await filesOf(language)) {
      const source = await readFile(join(messages, language, path), 'utf8');
      const texts = [...source.matchAll(/'[^'\n]*'|`[^`]*`/g)].map(([text]) => text);
      // “ closes here what „ opened.
      foreign.push(...texts.filter((text) => /["”]|(?<!„[^“]*)“/.test(text)).map((text) => `${path}: ${text}`));
    }
    expect(foreign).toEqual([]);
  });
});
