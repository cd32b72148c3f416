import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { takePage, type PageSource } from './kept-pages.ts';
import { desktop, phone } from './open-page.ts';
import { wasSaid } from './remember-toasts.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';

let preview: Preview;
let browser: PageSource;
preparePreview({}, (place) => ({ preview, browser } = place));

const take = () => takePage(browser, { baseURL: preview.webUrl, viewport: desktop });

/** All that a browser keeps for a site, and how it shows it. */
function findKept(page: Page) {
  return page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    name: window.name,
    width: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    added: 'added' in window,
    told: 'tell' in window,
    hovered: document.querySelectorAll('a:hover, button:hover').length,
  }));
}

async function fill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('left', 'here');
    document.cookie = 'left=here; path=/';
    window.name = 'left';
    await caches.open('left');
    await new Promise((resolve) => indexedDB.open('left').addEventListener('success', resolve));
    const status = Object.assign(document.createElement('p'), { role: 'status', textContent: 'Left here' });
    document.body.append(status);
    addEventListener('beforeunload', (event) => event.preventDefault());
  });
}

it('a page comes to the next test as if nobody had used it', async () => {
  const { context, page } = await take();
  await page.goto('/about');
  const untouched = await findKept(page);
  const heard: string[] = [];
  page.on('request', (request) => void heard.push(request.url()));
  await page.route('**/api/auth/session', (route) => route.fulfill({ json: { user: null, left: true } }));
  await context.route('**/healthz', (route) => route.fulfill({ body: 'left' }));
  await context.addInitScript(() => Object.assign(window, { added: true }));
  await page.exposeFunction('tell', () => 'left');
  await context.addCookies([{ name: 'secret', value: 'left', url: preview.webUrl, httpOnly: true }]);
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  await page.goto('/privacy');
  await (await context.newPage()).goto('/terms');
  await page.getByRole('banner').getByRole('link').first().hover();
  await fill(page);
  expect(await findKept(page)).toMatchObject({ added: true, told: true, isDark: true, isStill: false, name: 'left' });
  await context.close();

  const heardBefore = heard.length;
  const next = await take();
  expect(next.page).toBe(page);
  expect(context.pages()).toEqual([page]);
  expect(await context.cookies()).toEqual([]);
  expect(wasSaid(page, 'Left here')).toBe(false);
  await page.goto('/about');
  expect(await findKept(page)).toEqual(untouched);
  for (const path of ['/api/auth/session', '/healthz']) {
    expect(await page.evaluate(async (asked) => (await fetch(asked)).text(), path)).not.toContain('left');
  }
  expect(heard.length).toBe(heardBefore);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/robots.txt');
  expect(await page.goBack()).toBeNull();
  // The same name may be given again.
  await page.exposeFunction('tell', () => 'new');
  await page.goto('/about');
  expect(await page.evaluate(() => (globalThis as unknown as { tell(): string }).tell())).toBe('new');
  await context.close();
});

it('two at once have two, and who is told to be offline takes it along', async () => {
  const [one, other] = [await take(), await take()];
  expect(one.context).not.toBe(other.context);
  await one.context.setOffline(true);
  await one.context.close();
  await other.context.close();
  await other.context.close();
  const [next, last] = [await take(), await take()];
  expect(next.page).toBe(other.page);
  expect(last.page).not.toBe(one.page);
  await last.page.keyboard.down('Shift');
  await Promise.all([next.context.close(), last.context.close()]);
  const [first, second] = [await take(), await take()];
  expect(first.page).toBe(next.page);
  expect(second.page).not.toBe(last.page);
  await Promise.all([first.context.close(), second.context.close()]);
});

it('what a page has a worker for, or was closed, is not handed on', async () => {
  const { context, page } = await take();
  await page.goto('/about');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
  });
  await context.close();
  const next = await take();
  expect(next.page).not.toBe(page);
  await next.page.close();
  await next.context.close();
  const last = await take();
  expect(last.page).not.toBe(next.page);
  await last.context.close();
});

it('what answers for the API leaves the cache of the browser on, and what answers for anything else does not', async () => {
  const { context, page } = await take();
  // Where the scripts that may be kept came from: some are asked for later than the page is looked at.
  const findOrigins = async (): Promise<string[]> => {
    await page.goto('/about');
    return page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = loaded.filter(({ name }) => /\/assets\/.+\.js$/u.test(name));
      return [...new Set(scripts.map(({ transferSize }) => (transferSize === 0 ? 'cache' : 'network')))];
    });
  };
  const expectCached = async (): Promise<void> => {
    await expect.poll(findOrigins).toEqual(['cache']);
  };
  await expectCached();
  let asked = 0;
  await page.route('**/api/auth/session', (route) => {
    asked += 1;
    return route.fallback();
  });
  await expectCached();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.route('**/start-*.js', (route) => route.fallback());
  expect(await findOrigins()).toEqual(['network']);
  await page.route('**/api/config', (route) => route.fallback());
  expect(await findOrigins()).toEqual(['network']);
  await context.close();

  const next = await take();
  expect(next.page).toBe(page);
  await expectCached();
  await next.context.route('**/counts', (route) => route.fallback());
  await page.route('**/api/auth/session', (route) => route.fallback());
  expect(await findOrigins()).toEqual(['network']);
  await next.context.close();
});
