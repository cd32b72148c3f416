import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderOpenApi } from '#cli/openapi.ts';

it('docs/openapi.json is what `npm run docs` writes', async () => {
  const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  const { version } = JSON.parse(await read('../../package.json')) as { version: string };
  expect(await read('../../docs/openapi.json'), 'run: npm run docs').toBe(renderOpenApi(version));
});
