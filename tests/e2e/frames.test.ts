import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settingsPages } from '#contract/pages.ts';
import type { PageSource } from './kept-pages.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';
import { beginVisit, expectShown, listenForComplaints, manyVisitors, seedAliases } from './visit.ts';

let preview: Preview;
let browser: PageSource;
preparePreview(
  { ...manyVisitors, TARGET_CONFIRMATION: 'off', ALIASES_UNCONFIRMED: '100' },
  (place) => ({ preview, browser } = place),
);

const frame = '[data-shell]';

/** Holds the program back until it is told to come. */
async function holdProgram(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/start-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** However busy the machine is: for this page a hundredth of the time passes, so that its patience with a slow server does not end. */
async function slowTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 100;
    const later = globalThis.setTimeout;
    const setLater = (run: () => void, ms = 0) => later(run, ms < 1_000 ? ms : ms * 100);
    Object.assign(globalThis, { setTimeout: setLater });
  });
}

/** Of each kind one. */
const kinds = ['/dashboard', '/settings/security', '/home', '/docs', '/take'];
const others = [...settingsPages, '/settings/held', '/about', '/confirm', '/pair'];

async function expectFramesInPlace(width: number, paths: readonly string[]): Promise<void> {
  const viewport = { width, height: 900 };
  const email = `wide${width}.${paths.length}@example.com`;
  const visit = await beginVisit(browser, { webUrl: preview.webUrl, email, viewport });
  const [alias] = await seedAliases(visit, [`sneakers.${width}.${paths.length}`]);
  const page = await visit.context.newPage();
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  await slowTime(page);
  for (const path of [...paths, `/aliases/${alias}`]) {
    const release = await holdProgram(page);
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    const [framed, place] = [await title.textContent(), await title.boundingBox()];
    expect(await page.locator(frame).count()).toBe(1);
    expect(await page.locator(frame).textContent()).not.toContain(visit.email);
    release();
    await page.locator(frame).waitFor({ state: 'detached' });
    expect(await page.locator('[data-waits]').count()).toBe(0);
    expect(await page.locator('#root').count()).toBe(1);
    expect((await title.boundingBox())?.y).toBe(place?.y);
    // The address of an alias stands there, and other words by turns.
    expect(path.startsWith('/aliases/') || path === '/home' || (await title.textContent()) === framed).toBe(true);
    await page.unroute('**/start-*.js');
  }
  expect(complaints).toEqual([]);
  await visit.context.close();
}

interface Painted {
  /** The words that were the largest so far, one after the other. */
  paints: string[];
}

/** Runs in the page before anything of it. */
function notePaints(): void {
  const painted: Painted = { paints: [] };
  Object.assign(globalThis, painted);
  new PerformanceObserver((list) => {
    for (const paint of list.getEntries() as (PerformanceEntry & { element: Element | null })[]) {
      painted.paints.push(paint.element?.textContent ?? '');
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

describe('the frame of a page', () => {
  it('has all in its place, and gives way to the page without a complaint, on a phone', () =>
    expectFramesInPlace(390, kinds));
  it('so has that of every other page', { tags: 'proof' }, () => expectFramesInPlace(390, others));
  it('does so on a desktop', { tags: 'proof' }, () => expectFramesInPlace(1440, [...kinds, ...others]));

  // Whatever is painted later and larger counts as the moment from which the page can be read.
  async function expectLargestPainted(path: string, text: string): Promise<void> {
    const viewport = { width: 412, height: 823 };
    const email = `first.lastname${path.length}@mail.department.example.com`;
    const visit = await beginVisit(browser, { webUrl: preview.webUrl, email, viewport });
    // As many as the window holds: what ends the page is out of sight.
    const names = Array.from({ length: 10 }, (_, index) => `curious.walnut${path.length}${index}12`);
    const [alias] = await seedAliases(visit, names);
    const page = await visit.context.newPage();
    await slowTime(page);
    await page.addInitScript(notePaints);
    await page.addInitScript((userId) => {
      localStorage.setItem('spam-note', 'read');
      localStorage.setItem(`first-steps:${userId}`, 'over');
    }, visit.userId);
    await page.goto(path.replace(':id', String(alias)));
    await page.locator(frame).waitFor({ state: 'detached' });
    // What a page has painted is told a frame later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const paints = await page.evaluate(() => (globalThis as unknown as Painted).paints);
    expect(paints.at(-1)).toBe(text);
    await visit.context.close();
  }
  const aliases = 'Manage privacy aliases and email forwarding settings';
  it('paints the largest text of /dashboard on a phone', () => expectLargestPainted('/dashboard', aliases));
  it('paints that of / there', { tags: 'proof' }, () => expectLargestPainted('/', aliases));
  it('paints that of an alias there', () =>
    expectLargestPainted('/aliases/:id', 'Notes and labels are stored encrypted; only you see them.'));

  it('keeps the focus of a link that somebody went to before the program came', async () => {
    const visit = await beginVisit(browser, { webUrl: preview.webUrl, email: 'keys@example.com' });
    const page = await visit.context.newPage();
    const release = await holdProgram(page);
    await page.goto('/settings/security');
    await page.getByRole('link', { name: 'Inboxes and webhooks' }).focus();
    release();
    await page.locator(frame).waitFor({ state: 'detached' });
    expect(await page.locator(':focus').textContent()).toBe('Inboxes and webhooks');
    await visit.context.close();
  });

  it('has a program that is compiled as it comes: the first line of each file says so', async () => {
    const page = await browser.newPage({ baseURL: preview.webUrl });
    const files: Promise<string>[] = [];
    page.on('response', (response) => {
      if (/\/assets\/.+\.js$/u.test(response.url())) files.push(response.text());
    });
    await page.goto('/auth', { waitUntil: 'networkidle' });
    const lines = (await Promise.all(files)).map((text) => text.split('\n')[0]);
    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines)).toEqual(new Set(['//# allFunctionsCalledOnLoad']));
    await page.close();
  });

  it('says nothing of a link that it cannot read', async () => {
    const page = await browser.newPage({ baseURL: preview.webUrl });
    const release = await holdProgram(page);
    await page.goto('/take');
    await expectShown(page.getByRole('heading', { level: 1, name: 'This link no longer works' }));
    await page.goto('/home');
    await page.goto(`/take#${'a'.repeat(43)}`);
    expect(await page.locator(`${frame} h1`).isVisible()).toBe(false);
    release();
    await expectShown(page.getByText(/^Sign in to see what you are offered/));
    await page.close();
  });

  it('is not that of anybody who is signed out again', async () => {
    const visit = await beginVisit(browser, { webUrl: preview.webUrl, email: 'gone@example.com' });
    const { page } = visit;
    await page.goto('/dashboard');
    await expectShown(page.getByText('gone@example.com').first());
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('/home');
    await page.goto('/about');
    await page.goto('/dashboard');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Welcome to Kauke' }));
    await page.goBack();
    await page.goBack();
    expect(await page.getByText('gone@example.com').count()).toBe(0);
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });
});
