import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './find-violations.ts';
import { listenForComplaints } from './visit.ts';

/** A page in a browser of its own, with what its console complained about. */
export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export const openPage = async (
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> => {
  const context = await browser.newContext({ baseURL, viewport: desktop, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  return { context, page, complaints };
};

const looks = [
  [phone, 'light'],
  [desktop, 'dark'],
] as const;

/** Zero axe violations on a light phone and a dark desktop, and nothing wider than the window. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const before = page.viewportSize() ?? desktop;
  for (const [size, theme] of looks) {
    await page.setViewportSize(size);
    await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    expect(await findViolations(page), `${page.url()} at ${size.width} px, ${theme}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await page.setViewportSize(before);
};

/** Waits for a toast by its title, and the description where one is given. */
export const expectToast = async (page: Page, text: string | readonly [string, string]): Promise<void> => {
  const [title, description = ''] = typeof text === 'string' ? [text] : text;
  await page.getByRole('status').filter({ hasText: title }).filter({ hasText: description }).first().waitFor();
};
