import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForQuiet } from './wait-for-quiet.ts';

/** The minified one: half of what each document is sent and reads. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Once for a document: to read axe takes as long as to look at a small page. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

/**
 * What axe finds wrong with a page, a line each: rule and element. `rules`: only these; `without`: all but this. Fades cost
 * contrast, so what moves has ended, and what comes meanwhile, such as a toast, does not fade in.
 */
export async function findViolations(page: Page, rules?: string[], without?: string): Promise<string[]> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  // Each change of it lays out the whole page.
  if (moves) await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForQuiet(page);
  await bringAxe(page);
  const found = await page.evaluate(
    async ({ only, exclude }) => {
      const runner = (window as unknown as { readonly axe: typeof axe }).axe;
      const chosen = only === null ? {} : { runOnly: { type: 'rule' as const, values: only } };
      // Frames of others are not ours to look at.
      const options = { ...chosen, resultTypes: ['violations' as const], iframes: false };
      const { violations } = await runner.run({ include: [['html']], exclude }, options);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    },
    { only: rules ?? null, exclude: without === undefined ? [] : [[without]] },
  );
  if (moves) await page.emulateMedia({ reducedMotion: null });
  return found;
}
