import type { BrowserContext, Page, ViewportSize } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations, isEveryLook } from './find-violations.ts';
import { takePage, type PageOptions, type PageSource } from './kept-pages.ts';
import { wasSaid } from './remember-toasts.ts';
import { listenForComplaints } from './visit.ts';

/** A page in a browser of its own, with what its console complained about. */
export interface OpenPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

export async function openPage(
  browser: PageSource,
  baseURL: string,
  options: Partial<Omit<PageOptions, 'baseURL'>> = {},
): Promise<OpenPage> {
  const { context, page } = await takePage(browser, { viewport: desktop, ...options, baseURL });
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  return { context, page, complaints };
}

function isSame(one: ViewportSize, other: ViewportSize): boolean {
  return one.width === other.width && one.height === other.height;
}

async function findInBothThemes(page: Page): Promise<string[]> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  const found: string[] = [];
  const set = (theme?: string) =>
    page.evaluate((value) => void (document.documentElement.dataset['theme'] = value), theme);
  for (const theme of ['light', 'dark']) {
    await set(theme);
    found.push(...(await findViolations(page)).map((line) => `${theme}: ${line}`));
  }
  await set(before);
  return found;
}

/** Nothing is wider than the window, on a phone and on a desktop; `look`: what else is asked of each width. */
async function expectToFit(page: Page, look?: (size: ViewportSize) => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? desktop;
  // That of now comes last, so that it is set once: each time the whole page is laid out and drawn.
  for (const size of [phone, desktop].toSorted(
    (one, other) => Number(isSame(one, before)) - Number(isSame(other, before)),
  )) {
    await page.setViewportSize(size);
    await look?.(size);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    // What is drawn otherwise at this width is so a moment later.
    await expect.poll(overflow, { message: `${page.url()} at ${size.width} px` }).toBeLessThanOrEqual(0);
  }
  if (!isSame(page.viewportSize() ?? desktop, before)) await page.setViewportSize(before);
}

/**
 * Zero axe violations at the width and in the theme that the page has, and nothing wider than the window there, on a phone and
 * on a desktop. What the colours of the other theme make of it is computed from the palette (`palette.test.ts`), and seen by
 * `npm run proof`.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isEveryLook) expect(await findViolations(page)).toEqual([]);
  await expectToFit(page, async (size) => {
    if (isEveryLook) expect(await findInBothThemes(page), `${page.url()} at ${size.width} px`).toEqual([]);
  });
}

/** Of what was looked at in other words: those of this language fit, and by `npm run proof` are without a fault for axe, too. */
export async function expectAccessibleWords(page: Page): Promise<void> {
  await (isEveryLook ? expectAccessible(page) : expectToFit(page));
}

/** Of a page as it opens: `every-route.test.ts` looks at that already. */
export async function expectAccessibleRoute(page: Page): Promise<void> {
  if (isEveryLook) await expectAccessible(page);
}

/** Waits for a toast by its title, and the description where one is given. It may have gone again meanwhile. */
export async function expectToast(page: Page, text: string | readonly [string, string]): Promise<void> {
  const parts = typeof text === 'string' ? [text] : text;
  const [title = '', description = ''] = parts;
  const shown = page.getByRole('status').filter({ hasText: title }).filter({ hasText: description });
  // To look at the page itself costs all processes of the browser, to look at what it has told nothing.
  let looks = 0;
  const isThere = async () => looks++ % 10 === 0 && (await shown.count()) > 0;
  await expect.poll(async () => wasSaid(page, ...parts) || (await isThere()), { interval: 20 }).toBe(true);
}
