import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStrangers } from './begin-strangers.ts';
import { expectAccessible } from './open-page.ts';
import { texts } from './texts.ts';
import type { Preview } from './start-preview.ts';
import { expectShown } from './visit.ts';

let preview: Preview;
let page: Page;
let complaints: readonly string[];

useStrangers({ reducedMotion: 'no-preference' }, (opened) => ({ preview, page, complaints } = opened));

function headlineDomain() {
  return page.locator('h1 + div > [aria-hidden] > span:not(.invisible)');
}

describe('the landing page', () => {
  it('says what the product is, completely, in every size and theme', async () => {
    // A headline that fades has no contrast for a moment.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Be anyone' }).waitFor();
    for (const text of [texts.tagline, ...texts.featureStrip]) await page.getByText(text, { exact: true }).waitFor();
    for (const name of [...texts.featureCards, ...texts.steps, texts.howItWorks]) {
      await page.getByRole('heading', { name }).waitFor();
    }
    expect(await page.title()).toBe('Email aliases that forward to you · Kauke');
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toBe(`${preview.webUrl}/og.png`);
    expect(await page.getByRole('link', { name: texts.googleSignUp }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: texts.mission }).click();
    await page.waitForURL('/about');
    expect(complaints).toEqual([]);
  });

  it('shows the product as it looks, to the size and the theme of who looks', async () => {
    for (const [width, name] of [
      [1280, 'list-en'],
      [390, 'phone-en'],
    ] as const) {
      // Away from the page before: it would ask for its picture of this width.
      await page.goto('/robots.txt');
      await page.setViewportSize({ width, height: 800 });
      for (const theme of ['light', 'dark']) {
        const asked: string[] = [];
        const note = (request: Request) => asked.push(...(/\/product\/.*/u.exec(request.url()) ?? []));
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        page.on('request', note);
        await page.goto('/home');
        await page.locator('[data-prerendered]').waitFor({ state: 'detached' });
        const picture = page.getByRole('img', { name: /^A screenshot/ });
        // What stands below is drawn anew when somebody comes to it: what was scrolled to may be gone.
        const scroll = (image: HTMLImageElement) => (image.scrollIntoView(), image.naturalWidth);
        await expect.poll(() => picture.evaluate(scroll)).toBeGreaterThan(700);
        page.off('request', note);
        expect(new Set(asked)).toEqual(new Set([`/product/${name}-${theme}.webp`]));
      }
    }
    expect(complaints).toEqual([]);
  });

  it('names no totals until it knows them', async () => {
    let answer = (_stats: object): void => {};
    const stats = new Promise<object>((resolve) => (answer = resolve));
    await page.route('/api/stats', async (route) => route.fulfill({ json: { stats: await stats } }));
    await page.goto('/home');
    // What stands in the page as it was built is gone a moment later, and cannot be scrolled to.
    await page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
    await page.getByText('Free of charge.', { exact: true }).waitFor();
    answer({ totalUsers: 42_999, totalAliases: 1_234_567 });
    await page.getByText('42,999 people, 1,234,567 aliases').waitFor();
    await page.getByRole('heading', { name: 'Join the' }).evaluate((heading) => heading.scrollIntoView());
    await expectShown(page.getByRole('heading', { name: '42k+' }));
  });

  it('names no number on a server that is empty', async () => {
    await Promise.all([page.waitForResponse('**/api/stats'), page.goto('/home')]);
    await page.getByText('Free of charge.', { exact: true }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/\d+ (?:people|person|alias)|31/);
    await expectShown(page.getByRole('heading', { name: 'Join the people who keep their inbox to themselves.' }));
  });

  it('loads what stands below when somebody comes to it, or comes back', async () => {
    const below: string[] = [];
    page.on('request', (request) => below.push(...(request.url().match(/assets\/sections-.*\.js$/u) ?? [])));
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto('/home');
    await page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('/auth');
    await expect.poll(() => below).toHaveLength(1);
    await page.goBack();
    await page.getByRole('heading', { name: 'What we promise, and what proves it' }).waitFor();
    await page.reload();
    await page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'How to host it' }).click();
    await page.waitForURL('/docs/self-hosting');
    expect(complaints).toEqual([]);
  });

  it('shows another domain every three seconds, after a fade, and stops when asked', async () => {
    await page.clock.install();
    await page.goto('/home');
    const stop = page.getByRole('button', { name: 'Stop the changing headline' });
    const resume = page.getByRole('button', { name: 'Let the headline change' });
    await stop.click();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await resume.click();
    await stop.waitFor();
    expect(await headlineDomain().textContent()).toBe('@kauke.test');
    await page.clock.runFor(2_999);
    expect(await headlineDomain().getAttribute('class')).toContain('opacity-100');
    await page.clock.runFor(1);
    expect(await headlineDomain().getAttribute('class')).toContain('opacity-0');
    await page.clock.runFor(299);
    expect(await headlineDomain().textContent()).toBe('@kauke.test');
    await page.clock.runFor(1);
    expect(await headlineDomain().textContent()).toBe('@mask.test');
    await stop.click();
    await page.clock.runFor(10_000);
    expect(await headlineDomain().textContent()).toBe('@mask.test');
    await resume.click();
    await page.clock.runFor(3_300);
    expect(await headlineDomain().textContent()).toBe('@veil.test');
  });

  it('holds still for those who want less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/home');
    await page.getByText(texts.tagline).waitFor();
    await page.clock.runFor(10_000);
    expect(await headlineDomain().textContent()).toBe('@kauke.test');
  });
});
