import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settingsPages } from '#contract/pages.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, phone } from './open-page.ts';
import { openSettings } from './story.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits();

function names(page: Page) {
  return page.getByRole('navigation', { name: 'Sections of the settings' });
}

/** How far what is on the page has moved by itself since it was opened (Cumulative Layout Shift). */
function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ('value' in entry ? Number(entry.value) : 0));
          resolve(shifts.reduce((sum, value) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
  );
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

  it('are each complete, and nothing on them moves', async () => {
    const page = await visits.begin({ dark: true });
    await seedAliases(visits.now, ['shop'], `${visits.now.email}, spare@example.com`);
    await page.setViewportSize(phone);
    const moving: string[] = [];
    for (const path of settingsPages) {
      await openSettings(page, path);
      await page.waitForLoadState('networkidle');
      const shift = await readShift(page);
      if (shift > 0.02) moving.push(`${path}: ${shift}`);
    }
    expect(moving).toEqual([]);
    await expectAccessible(page);
  });
});
