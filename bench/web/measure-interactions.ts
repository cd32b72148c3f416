import type { Browser, Page } from 'playwright-core';
import type { Account } from '../api/populate.ts';

/** How long the browser takes from something that somebody does until its next frame. */
export interface InteractionFigure {
  readonly name: string;
  /** Of the slowest event of it; rounded to 8 ms by the browser. */
  readonly durationMs: number;
}

interface Noting {
  durations: number[];
}

const timeoutMs = 60_000;
/** As slow as the phone of an audit. */
const slowdown = 4;
const keyDelayMs = 60;
/** Until events that were slow have been noted. */
const settleMs = 400;

/** Runs in the page before anything of it. What belongs to no interaction (Event Timing §3.3), such as a pointer that passes, is not counted. */
function noteInPage(): void {
  const noting: Noting = { durations: [] };
  Object.assign(window, { noting });
  const observer = new PerformanceObserver((list) =>
    noting.durations.push(
      ...(list.getEntries() as PerformanceEventTiming[])
        .filter(({ interactionId }) => interactionId > 0)
        .map(({ duration }) => duration),
    ),
  );
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

function forget(page: Page): Promise<void> {
  return page.evaluate(() => void ((window as unknown as { noting: Noting }).noting.durations = []));
}

function readSlowest(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as { noting: Noting }).noting.durations));
}

/** What somebody does with a long list, in this order. Found without roles, which would make the browser style all rows that it leaves out. */
const interactions: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[] = [
  // By its last key: what a program chooses in a list, the browser does not take for a doing of somebody.
  ['100 a page', (page) => page.getByLabel('Per page').press('End')],
  ['next page', (page) => page.locator('button', { hasText: /^Next$/ }).click()],
  ['sort by alias', (page) => page.locator('[role=columnheader] button', { hasText: /^Alias$/ }).click()],
  ['pause one', (page) => page.locator('[role=switch]').first().click()],
  ['open a menu', (page) => page.locator('button[aria-label^="Actions of "]').nth(1).click()],
  ['close it', (page) => page.keyboard.press('Escape')],
  ['search', (page) => page.getByPlaceholder('Search aliases...').pressSequentially('-99', { delay: keyDelayMs })],
  ['clear the search', (page) => page.getByPlaceholder('Search aliases...').clear()],
  ['only paused ones', (page) => page.locator('button', { hasText: /^Paused/ }).click()],
  ['all again', (page) => page.locator('button', { hasText: /^All$/ }).click()],
  ['other theme', (page) => page.locator('button[aria-label*="theme" i]').first().click()],
];

/** Opens the list of an account on a slow machine, and works with it. @throws Error when something is not there in time */
export async function measureInteractions(
  browser: Browser,
  webUrl: string,
  { cookie }: Account,
): Promise<InteractionFigure[]> {
  const context = await browser.newContext({ baseURL: webUrl, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: webUrl }]);
  await context.addInitScript(noteInPage);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto('/dashboard');
  await page.locator('[role=switch]').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const figures: InteractionFigure[] = [];
  for (const [what, act] of interactions) {
    await forget(page);
    await act(page);
    await page.waitForTimeout(settleMs);
    figures.push({ name: what, durationMs: await readSlowest(page) });
  }
  await context.close();
  return figures;
}
