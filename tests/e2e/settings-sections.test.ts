import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';

const visits = useVisits();

function names(page: Page) {
  return page.getByRole('navigation', { name: 'Sections of the settings' });
}

describe('the sections of the settings', () => {
  it('have addresses and titles, and the focus follows', async () => {
    const page = await visits.begin();
    await page.goto('/settings?old=link');
    await page.waitForURL('**/settings/sign-in?old=link');
    await page.getByRole('region', { name: 'Profile' }).waitFor();
    for (const [name, region] of [
      ['Security', 'Sessions'],
      ['Inboxes and webhooks', 'Targets'],
      ['Domains', 'Domains'],
      ['API keys and apps', 'API keys'],
      ['Data', 'Export'],
    ] as const) {
      await names(page).getByRole('link', { name }).click();
      await page.getByRole('region', { name: region, exact: true }).waitFor();
      expect(await page.title()).toBe(`${name} · Settings · Kauke`);
      expect(await names(page).locator('[aria-current="page"]').textContent()).toBe(name);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    }
    await page.goBack();
    await page.getByRole('region', { name: 'API keys', exact: true }).waitFor();
    await page.goto('/settings/no-such');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    visits.now.complaints.splice(0);
  });
});
