import { expect, it, vi } from 'vitest';
import { takePage, type PageSource } from './kept-pages.ts';
import { desktop } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';
import { leaveBrowser, openBrowser } from './worker-browser.ts';

let preview: Preview;
let browser: PageSource;
preparePreview({}, (place) => ({ preview, browser } = place));

const take = () => takePage(browser, { baseURL: preview.webUrl, viewport: desktop });

/** As a trap of its own does. */
async function crash({ context }: Awaited<ReturnType<typeof take>>): Promise<void> {
  const running = context.browser();
  const gone = new Promise((resolve) => running?.once('disconnected', resolve));
  const devtools = await running?.newBrowserCDPSession();
  // Nobody is left to answer that.
  void devtools?.send('Browser.crash').catch(() => {});
  await gone;
}

it('a browser that died costs the test that had it, and none after it', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const [had, idle] = [await take(), await take()];
  await idle.context.close();
  await had.page.goto('/about');
  await crash(had);
  await expect(had.page.goto('/about')).rejects.toThrow(/closed/u);
  await had.context.close();
  expect(said).not.toHaveBeenCalled();

  // Two that ask at the same time share the new one.
  const [one, other] = await Promise.all([take(), take()]);
  expect([had.page, idle.page]).not.toContain(one.page);
  expect(one.context.browser()).toBe(other.context.browser());
  await one.page.goto('/about');
  await Promise.all([one.context.close(), other.context.close()]);
  expect(said.mock.calls).toEqual([['The browser of this worker has died: its next tests have a new one.\n']]);
});

it('neither does a browser that dies between two files', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const had = await take();
  await crash(had);
  await had.context.close();
  await leaveBrowser();
  const next = await (await openBrowser()).newPage({ baseURL: preview.webUrl });
  await next.goto('/about');
  await next.context().close();
  expect(said).toHaveBeenCalledOnce();
});

it('a page that crashed is not handed on', async () => {
  const { context, page } = await take();
  const crashed = page.waitForEvent('crash');
  await Promise.all([crashed, page.goto('chrome://crash').catch(() => {})]);
  await context.close();
  const next = await take();
  expect(next.page).not.toBe(page);
  await next.page.goto('/about');
  await next.context.close();
});
