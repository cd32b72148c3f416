import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderConfigurationGuide } from '#config/render-configuration-guide.ts';

it('finds docs/configuration.md as it would be generated now', async () => {
  const guide = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(guide, 'run: npm run docs').toBe(renderConfigurationGuide());
});
