import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { waitForQuiet } from './wait-for-quiet.ts';

/**
 * What axe finds wrong with a page, a line each: rule and element. `rules`: only these. Fades cost contrast, so what moves has
 * ended, and what comes meanwhile, such as a toast, does not fade in.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitForQuiet(page);
  // Without frames of others it need not open a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
