import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { waitForQuiet } from '../../tests/e2e/wait-for-quiet.ts';

export type Take = (page: Page, name: string) => Promise<void>;

const folder = resolve(import.meta.dirname, '../../screenshots');
/** The widest first: what is open in the list stays a table, or cards, while there is room for it. */
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
];
const themes = ['light', 'dark'];

const dialog = '[role="dialog"], [role="alertdialog"]';

/** The whole page, in a window as high as it is, so that what floats stands at its end. A dialog hides it anyway. */
async function fitWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  if ((await page.locator(dialog).count()) > 0) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
  await waitForQuiet(page);
}

/** Takes a screen as it stands, at three widths, light and dark. */
export async function openCamera(): Promise<Take> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return async (page, name) => {
    const before = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const size of sizes) {
      await fitWindow(page, size);
      for (const theme of themes) {
        await wear(page, theme);
        await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`) });
      }
    }
    await wear(page, 'light');
    await page.setViewportSize(before);
    console.log(name);
  };
}
