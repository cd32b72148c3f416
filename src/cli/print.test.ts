import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inOwnWords } from '#cli/print.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kauke-print-'));
});
afterAll(() => rm(folder, { recursive: true }));

const hint = 'Look it over: npm run kauke -- doctor';

it('names commands as a checkout calls them', () => {
  expect(inOwnWords(hint, folder)).toBe(hint);
});

it('names the program of an unpacked release', async () => {
  const unpacked = join(folder, 'kauke-1.1.0-linux-x64');
  await mkdir(unpacked);
  await writeFile(join(unpacked, 'kauke'), '#!/bin/sh\n');
  expect(inOwnWords(hint, unpacked)).toBe(`Look it over: ${unpacked}/kauke doctor`);
});

it('names the program of an installed release by the link that outlives an upgrade', () => {
  expect(inOwnWords(hint, join(folder, 'releases/1.1.0'))).toBe(`Look it over: ${folder}/current/kauke doctor`);
});
