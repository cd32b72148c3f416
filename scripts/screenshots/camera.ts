import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { waitForQuiet } from '../../tests/e2e/wait-for-quiet.ts';

/** With `zoom` as a browser shows it that was told to draw everything so much larger: on fewer, larger points. */
export type Take = (page: Page, name: string, zoom?: number) => Promise<void>;

const folder = resolve(import.meta.dirname, '../../screenshots');
/** The widest first: what is open in the list stays a table, or cards, while there is room for it. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
];
/** Nothing is narrower than the narrowest phone. */
const narrowest = 320;
const themes = ['light', 'dark'] as const;

const dialog = '[role="dialog"], [role="alertdialog"]';

/** The whole page, in a window as high as it is, so that what floats stands at its end. A dialog hides it anyway. */
async function fitWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await waitForQuiet(page);
  if ((await page.locator(dialog).count()) > 0) return;
  const height = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return document.documentElement.scrollHeight;
  });
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
}

/** A page without a program wears what the system does. */
async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  const isProgram = await page.evaluate((value) => {
    if (document.documentElement.dataset['theme'] === undefined) return false;
    // As another tab tells it: what shows the choice follows.
    localStorage.setItem('theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: value }));
    return true;
  }, theme);
  if (!isProgram) await page.emulateMedia({ colorScheme: theme });
  await waitForQuiet(page);
}

/** Takes a screen as it stands, at three widths, light and dark. */
export async function openCamera(): Promise<Take> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return async (page, name, zoom = 1) => {
    const before = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const size of sizes.filter(({ width }) => width / zoom >= narrowest)) {
      await fitWindow(page, { width: Math.round(size.width / zoom), height: Math.round(size.height / zoom) });
      for (const theme of themes) {
        await wear(page, theme);
        // What is at least as high as the window has grown with it, and its footer is beneath.
        const fullPage = (await page.locator(dialog).count()) === 0;
        await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`), fullPage });
      }
    }
    await wear(page, 'light');
    await page.setViewportSize(before);
    console.log(name);
  };
}
