import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible } from './open-page.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

const visits = useVisits();

function places(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
}

/** Which place its reader is at, by what is told to those who hear it. */
function currentPlace(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]').textContent();
}

function overlap(one: { y: number; height: number } | null, other: { y: number; height: number } | null): boolean {
  if (!one || !other) throw new Error('One of them is not drawn.');
  return one.y < other.y + other.height && other.y < one.y + one.height;
}

describe('the bar of those who are signed in', () => {
  it('leads from every page to the places of an account, and tells which one it is', async () => {
    const page = await visits.begin();
    await page.goto('/dashboard');
    await expect.poll(() => places(page).allTextContents()).toEqual(['Aliases', 'Settings', 'Docs']);
    expect(await currentPlace(page)).toBe('Aliases');
    await places(page).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await currentPlace(page)).toBe('Settings');
    await places(page).getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
    expect(await currentPlace(page)).toBe('Docs');
    await page.goto('/privacy');
    await places(page).getByRole('link', { name: 'Aliases' }).click();
    await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
  });

  it('shows held mail and domains to those who have used them', async () => {
    const page = await visits.begin();
    const { userId, call } = visits.now;
    await call('PATCH', '/api/account', { holdDays: 7 });
    await withDomains(visits.command, (core) => addOwnDomain(core, { userId, name: 'used.example' }));
    await page.goto('/settings/held');
    await expect.poll(() => places(page).allTextContents()).toEqual(['Aliases', 'Settings', 'Docs', 'Held', 'Domains']);
    expect(await currentPlace(page)).toBe('Held');
    await expectAccessible(page);
  });

  it('stands at the end of a phone, where nothing lies behind it', async () => {
    const page = await visits.begin({ phone: true });
    await page.goto('/dashboard');
    await places(page).first().waitFor();
    const bar = await page.getByRole('navigation', { name: 'Main' }).getByRole('list').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844);
    const feedback = page.getByRole('button', { name: 'Feedback' });
    expect(overlap(await feedback.boundingBox(), bar)).toBe(false);
    // Nor does the button lie on what is operated.
    expect(overlap(await feedback.boundingBox(), await page.getByRole('main').boundingBox())).toBe(false);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = page.getByText('Made in Lithuania', { exact: true });
    expect(overlap(await last.boundingBox(), bar)).toBe(false);
    expect(overlap(await last.boundingBox(), await feedback.boundingBox())).toBe(false);
    await expectAccessible(page);
  });
});

describe('the feedback button', () => {
  it('floats beside the page where there is room, else over the footer alone', async () => {
    const page = await visits.begin();
    await page.goto('/dashboard');
    const list = page.getByRole('region', { name: /^Your Aliases/ });
    await list.getByText('No aliases yet').waitFor();
    const feedback = page.getByRole('button', { name: 'Feedback' });
    for (const width of [390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 600 });
      await waitForQuiet(page);
      const [box, rows] = [await feedback.boundingBox(), await list.boundingBox()];
      if (!box || !rows) throw new Error('One of them is not drawn.');
      if (width < 1280) {
        expect(box.y, `${width}`).toBeGreaterThan(rows.y + rows.height);
      } else {
        expect(box.y + box.height, `${width}`).toBeLessThan(600);
        expect(box.x, `${width}`).toBeGreaterThanOrEqual(rows.x + rows.width);
      }
    }
  });
});

describe('the menu of the account', () => {
  it('chooses the theme, follows the system while it is open, and closes on Escape', async () => {
    const page = await visits.begin();
    await page.goto('/about');
    const opener = page.getByRole('button', { name: `Account: Signed in by email ${visits.now.email}` });
    await opener.click();
    const theme = page.getByRole('group', { name: 'Theme' });
    expect(await theme.getByLabel('Light').isChecked()).toBe(true);
    await theme.getByLabel('As the system').check();
    await expectAccessible(page);
    const drawn = () => page.evaluate(() => document.documentElement.dataset['theme']);
    for (const colorScheme of ['dark', 'light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(drawn).toBe(colorScheme);
    }
    await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
    await page.keyboard.press('Escape');
    await theme.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);

    const other = await visits.now.context.newPage();
    await other.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await other.goto('/about');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await drawn()).toBe('dark');
  });
});
