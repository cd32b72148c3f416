import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './find-violations.ts';
import { rememberToasts, wasSaid } from './remember-toasts.ts';
import { listenForComplaints, waitForProgram } from './visit.ts';

/** A page in a browser of its own, with what its console complained about. */
export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export async function openPage(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ baseURL, viewport: desktop, ...options });
  const page = await context.newPage();
  waitForProgram(page);
  await rememberToasts(page);
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  return { context, page, complaints };
}

/** All rules at each width. The other theme has the same elements in other colours. */
const looks = [
  [phone, 'light', undefined],
  [phone, 'dark', ['color-contrast']],
  [desktop, 'dark', undefined],
  [desktop, 'light', ['color-contrast']],
] as const;

/** Zero axe violations on phone and desktop, light and dark, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desktop;
  const themeBefore = await page.evaluate(() => document.documentElement.dataset['theme']);
  for (const [size, theme, rules] of looks) {
    await page.setViewportSize(size);
    await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    expect(await findViolations(page, rules && [...rules]), `${page.url()} at ${size.width} px, ${theme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0);
  }
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), themeBefore);
  await page.setViewportSize(before);
}

/** Waits for a toast by its title, and the description where one is given. It may have gone again meanwhile. */
export async function expectToast(page: Page, text: string | readonly [string, string]): Promise<void> {
  const parts = typeof text === 'string' ? [text] : text;
  const [title = '', description = ''] = parts;
  const shown = page.getByRole('status').filter({ hasText: title }).filter({ hasText: description });
  await expect.poll(async () => wasSaid(page, ...parts) || (await shown.count()) > 0, { interval: 20 }).toBe(true);
}
