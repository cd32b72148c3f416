import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadWebFiles } from '#api/serve-web.ts';
import { StartError } from '#config/start-error.ts';

it('says in one line that a web app was never built, or only half', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kauke-no-web-'));
  const line = (path: string) =>
    new StartError(`The web app in ${path} is not built, or only half; run: npm run prestart`);
  expect(() => loadWebFiles(join(folder, 'web'))).toThrow(line(join(folder, 'web')));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  expect(() => loadWebFiles(folder)).toThrow(line(folder));
  await rm(folder, { recursive: true });
});
