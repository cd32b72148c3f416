import type { Page } from 'playwright-core';

/**
 * Marks what a document holds as it comes, with the language that it says it is in. Modules run only once it was read to its end, so what
 * has the mark afterwards was drawn before the program ran and kept by it.
 */
export async function markDrawn(page: Page, selector: string): Promise<void> {
  await page.addInitScript((marked) => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      for (const element of document.querySelectorAll<HTMLElement>(marked)) {
        element.dataset['drawnIn'] = document.documentElement.lang;
      }
    });
  }, selector);
}
