import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { phone } from './open-page.ts';
import { aliasRow } from './story.ts';
import { texts } from './texts.ts';
import { seedAliases } from './visit.ts';

const { failures, list } = texts.dashboard;
const visits = useVisits();
const { begin } = visits;

function toasts(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).locator('li');
}

function copy(page: Page) {
  return page.getByRole('row').getByRole('button', { name: 'Copy' }).click();
}

/** A dashboard whose time stands still, with one alias. One toast was shown there before, as the first one is loaded. */
async function openFrozen(alias: string): Promise<Page> {
  const page = await begin({ moves: true });
  await seedAliases(visits.now, [alias]);
  await page.clock.install();
  await page.goto('/dashboard');
  await aliasRow(page, alias).waitFor();
  await copy(page);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await toasts(page).waitFor({ state: 'detached' });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  return page;
}

describe('a toast', () => {
  it('closes after 5 seconds, 7 for a fault, and is gone a second later', async () => {
    const page = await openFrozen('brief');
    for (const [failing, openMs, title] of [
      [false, 5_000, list.copied[0]],
      [true, 7_000, failures.copy[0]],
    ] as const) {
      if (failing) {
        await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))));
      }
      await copy(page);
      await toasts(page).filter({ hasText: title }).waitFor();
      await page.mouse.move(0, 0);
      await page.clock.runFor(openMs - 100);
      expect(await toasts(page).getAttribute('data-state')).toBe('open');
      await page.clock.runFor(100);
      await expect.poll(() => toasts(page).count()).toBe(0);
      // Removed for good: one that comes now is not told again of the one before.
      await page.clock.runFor(1_000);
      expect(await toasts(page).count()).toBe(0);
    }
  });

  it('stands alone, at the top of a phone and at the bottom right elsewhere, never wider than 420 pixels', async () => {
    const page = await openFrozen('alone');
    await copy(page);
    await toasts(page).waitFor();
    await page.getByRole('row').getByRole('switch').click();
    await toasts(page).filter({ hasText: list.toasts.off }).waitFor();
    expect(await toasts(page).count()).toBe(1);
    const place = async () => {
      const box = await toasts(page).boundingBox();
      const size = page.viewportSize();
      if (box === null || size === null) throw new Error('There is no toast.');
      return { ...box, fromRight: size.width - box.x - box.width, fromBottom: size.height - box.y - box.height };
    };
    // It slides in, so its place is asked for until it rests.
    const fromCorner = async () => Math.max((await place()).fromRight, (await place()).fromBottom);
    await expect.poll(fromCorner).toBeLessThanOrEqual(16);
    expect((await place()).width).toBeLessThanOrEqual(420);
    await page.setViewportSize(phone);
    // Below the head of the page as long as that is there.
    const head = await page.getByRole('banner').boundingBox();
    const below = (head?.y ?? 0) + (head?.height ?? 0);
    await expect.poll(async () => (await place()).y).toBeLessThanOrEqual(below + 16);
    expect((await place()).y).toBeGreaterThanOrEqual(below);
    expect((await place()).width).toBeLessThanOrEqual(phone.width);
  });

  it('is reached by F8 and swiped away to the right', async () => {
    const page = await openFrozen('swiped');
    await copy(page);
    await toasts(page).waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('OL');
    const box = await toasts(page).boundingBox();
    if (box === null) throw new Error('There is no toast.');
    const swipe = async (byPx: number): Promise<void> => {
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + byPx / 2, y, { steps: 4 });
      await page.mouse.move(x + byPx, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(40);
    expect(await toasts(page).getAttribute('data-state')).toBe('open');
    await swipe(80);
    await toasts(page).waitFor({ state: 'detached' });
  });
});
