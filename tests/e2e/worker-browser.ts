import type { Browser } from 'playwright-core';
import { TestRunner } from 'vitest';
import { launchBrowser } from '#support/browser.ts';
import { askWhetherTestFailed, closeForGood } from './kept-pages.ts';

/**
 * One process for all pages of a context. Else each has two for its first, as our pages leave that of the empty tab
 * (`Cross-Origin-Opener-Policy`), and one more for each further tab.
 */
const more = ['--renderer-process-limit=1'];

askWhetherTestFailed(() => TestRunner.getCurrentTest()?.result?.state === 'fail');

let launched: Promise<Browser> | null = null;

/** The browser of this worker: its files share it, one after the other, each test with a context as if of its own (`kept-pages.ts`). */
export async function openBrowser(): Promise<Browser> {
  const before = await launched;
  if (before?.isConnected() === true) return before;
  launched = launchBrowser({ more });
  return launched;
}

/** At the end of a file: closes what it opened. The browser goes with the worker. */
export async function leaveBrowser(): Promise<void> {
  const browser = await launched;
  await Promise.all((browser?.contexts() ?? []).map(closeForGood));
}
