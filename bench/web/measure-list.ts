import type { Browser, Page } from 'playwright-core';
import type { Account } from '../api/populate.ts';

/** How the browser copes with a long list. */
export interface ListFigures {
  /** From the last octet of the list to the frame that shows its first rows. */
  readonly paintMs: number;
  /** The longest that a frame had to wait while somebody typed into the search. */
  readonly longestBlockMs: number;
}

interface Watched {
  paintedAtMs: number;
  blocks: number[];
}

const timeoutMs = 60_000;
const keyDelayMs = 30;

/** Runs in the page before anything of it: notes when the first row is painted, and every long task. */
function watchInPage(): void {
  const watched: Watched = { paintedAtMs: 0, blocks: [] };
  Object.assign(window, { watched });
  const rows = new MutationObserver(() => {
    // The page is drawn behind its frame first, where nobody sees it.
    if (document.querySelector('#root:not([data-shell]) [data-alias]') === null) return;
    rows.disconnect();
    // The frame with it is done when the next one begins.
    requestAnimationFrame(() => requestAnimationFrame(() => (watched.paintedAtMs = performance.now())));
  });
  rows.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => watched.blocks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
}

function readWatched(page: Page): Promise<Watched> {
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}

/** When the answer with the list had come. */
function readAnsweredAt(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/aliases/')) as PerformanceResourceTiming[];
    return answer?.responseEnd ?? Number.NaN;
  });
}

/** Opens the dashboard of an account and searches its list. @throws Error when there is no list in time */
export async function measureList(browser: Browser, webUrl: string, { cookie }: Account): Promise<ListFigures> {
  const context = await browser.newContext({ baseURL: webUrl, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: webUrl }]);
  await context.addInitScript(watchInPage);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  await page.goto('/dashboard');
  await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.paintedAtMs > 0);
  const { paintedAtMs } = await readWatched(page);
  const paintMs = paintedAtMs - (await readAnsweredAt(page));
  await page.evaluate(() => ((window as unknown as { watched: Watched }).watched.blocks = []));
  await page.getByPlaceholder('Search aliases...').pressSequentially('-9999', { delay: keyDelayMs });
  await page.getByText('Showing 1-1 of 1 aliases').waitFor();
  const { blocks } = await readWatched(page);
  await context.close();
  return { paintMs, longestBlockMs: Math.max(0, ...blocks) };
}
