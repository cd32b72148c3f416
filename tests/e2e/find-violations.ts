import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settle } from './settle.ts';

/** What axe finds wrong with a page, a line each: rule and element. `rules`: only these. Fades cost contrast, so they end first. */
export const findViolations = async (page: Page, rules?: string[]): Promise<string[]> => {
  await settle(page);
  // Without frames of others it need not open a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};
