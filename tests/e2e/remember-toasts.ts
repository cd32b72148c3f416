import type { Page } from 'playwright-core';

/** What was said on a page and no test has asked for yet. */
const said = new WeakMap<Page, string[]>();

/** Toasts go after some seconds, and a busy machine looks later than that: each is written down when it comes. */
export async function rememberToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  said.set(page, texts);
  await page.exposeFunction('rememberToast', (text: string) => void texts.push(text));
  await page.addInitScript(() => {
    const known = new WeakMap<Element, string>();
    const look = (): void => {
      for (const element of document.querySelectorAll('[role="status"]')) {
        const text = element.textContent;
        if (text === '' || known.get(element) === text) continue;
        known.set(element, text);
        (globalThis as unknown as { rememberToast(text: string): void }).rememberToast(text);
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export function forgetToasts(page: Page): void {
  said.get(page)?.splice(0);
}

/** Whether a toast with all these texts came since the last one that was asked for. */
export function wasSaid(page: Page, ...parts: readonly string[]): boolean {
  const texts = said.get(page) ?? [];
  const at = texts.findIndex((text) => parts.every((part) => text.includes(part)));
  if (at === -1) return false;
  texts.splice(0, at + 1);
  return true;
}
