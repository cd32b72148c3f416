import type { Browser } from 'playwright-core';
import { TestRunner } from 'vitest';
import { launchBrowser } from '#support/browser.ts';
import { askWhetherTestFailed, closeForGood, type PageSource } from './kept-pages.ts';

/**
 * One process for all pages of a context. Else each has two for its first, as our pages leave that of the empty tab
 * (`Cross-Origin-Opener-Policy`), and one more for each further tab.
 */
const more = ['--renderer-process-limit=1'];

askWhetherTestFailed(() => TestRunner.getCurrentTest()?.result?.state === 'fail');

let launched: Promise<Browser> | null = null;

/** The one that runs; where it died, which is no fault of the program under test, another for the tests to come. */
async function useRunning(): Promise<Browser> {
  const asked = launched;
  const before = await asked?.catch(() => null);
  if (before?.isConnected() === true) return before;
  // Whoever asks at the same time gets the same.
  if (launched !== asked && launched !== null) return launched;
  if (asked !== null) process.stderr.write('The browser of this worker has died: its next tests have a new one.\n');
  launched = launchBrowser({ more });
  return launched;
}

const source: PageSource = {
  newContext: async (options) => (await useRunning()).newContext(options),
  newPage: async (options) => (await useRunning()).newPage(options),
};

/** The browser of this worker: its files share it, one after the other, each test with a context as if of its own (`kept-pages.ts`). */
export async function openBrowser(): Promise<PageSource> {
  await useRunning();
  return source;
}

/** At the end of a file: closes what it opened. The browser goes with the worker. */
export async function leaveBrowser(): Promise<void> {
  const browser = await launched?.catch(() => null);
  await Promise.all((browser?.contexts() ?? []).map(closeForGood));
}
