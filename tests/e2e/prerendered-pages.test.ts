import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { policyPaths } from '#contract/pages.ts';
import type { PageSource } from './kept-pages.ts';
import type { Preview } from './start-preview.ts';
import { texts } from './texts.ts';
import { markDrawn } from './mark-drawn.ts';
import { preparePreview } from './prepare-preview.ts';
import { expectShown, listenForComplaints } from './visit.ts';

let preview: Preview;
let browser: PageSource;
/** Runs no script, and keeps nothing but what it has read. */
let plain: BrowserContext;

preparePreview({}, async (place) => {
  ({ preview, browser } = place);
  plain = await browser.newContext({ baseURL: preview.webUrl, javaScriptEnabled: false });
});

async function expectHydrated(theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ baseURL: preview.webUrl });
  await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const page = await context.newPage();
  const complaints: string[] = [];
  listenForComplaints(page, complaints);
  await markDrawn(page, 'h1');
  for (const path of [
    '/',
    '/home',
    '/auth',
    '/dashboard',
    '/settings/held',
    '/docs',
    '/docs/replies',
    ...policyPaths,
    '/nowhere',
  ]) {
    await page.goto(path);
    await page.locator('#root[data-prerendered]').waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { level: 1 }).getAttribute('data-drawn-in')).toBe('en');
    expect(await page.locator('form[inert]').count()).toBe(0);
    const next = theme === 'dark' ? 'light' : 'dark';
    await page.getByRole('button', { name: `Switch to ${next} theme` }).waitFor();
    // The browser itself says that a page is not found.
    expect(complaints.filter((text) => path !== '/nowhere' || !text.includes('404'))).toEqual([]);
  }
  await context.close();
}

describe('a prerendered page', () => {
  it('can be read before any script has run, and sends nothing that is typed into it', async () => {
    const page = await plain.newPage();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Be anyone' }).waitFor();
    await page.getByText('sneakers@kauke.test').waitFor();
    await page.getByText('Preview: mail never leaves this machine.').waitFor();
    await page.getByText(texts.tagline).waitFor();
    expect(await page.getByText(texts.googleSignUp).isVisible()).toBe(false);
    await page.getByText(texts.getStarted).first().click();
    await page.waitForURL('/auth');
    await page.getByText('Welcome to Kauke').waitFor();
    expect(await page.locator('form:not([inert])').count()).toBe(0);
    await page.close();
  });

  it.each([
    ['/docs', 200, 'Getting started', 'An alias is an email address that is not yours', 'pause'],
    ['/docs/replies', 200, 'Replies', 'and your answer leaves as the alias', 'What your correspondent sees'],
    ['/about', 200, 'About us', 'masks for your inbox', 'Last updated'],
    ['/privacy', 200, 'Privacy Policy', 'What we keep', 'postmaster@kauke.test'],
    ['/terms', 200, 'Terms of Service', 'may expect', 'at least 13 years old'],
    ['/gdpr', 200, 'GDPR', 'Data Protection Regulation', 'Lithuanian data protection law'],
    ['/transparency', 200, 'Transparency Report', 'who asked for it', 'Government Requests'],
    ['/nowhere', 404, 'Page Not Found', 'forgotten in the router', 'Back to the start'],
  ])('%s says what it is about, and can be read without a script', async (path, status, title, description, text) => {
    const page = await plain.newPage();
    expect((await page.goto(path))?.status()).toBe(status);
    expect(await page.title()).toBe(`${title} · Kauke`);
    expect(await page.locator('meta[name=description]').getAttribute('content')).toContain(description);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText(text).first().waitFor();
    expect(await page.getByText('needs JavaScript').count()).toBe(0);
    await page.close();
  });

  it('is hydrated as it stands, in the dark theme', () => expectHydrated('dark'));
  it('is hydrated in the light theme', { tags: 'proof' }, () => expectHydrated('light'));

  it('says what failed when the program cannot be loaded', async () => {
    const context = await browser.newContext({ baseURL: preview.webUrl });
    const page = await context.newPage();
    await page.route('**/landing-page-*.js', (route) => route.abort());
    await page.goto('/home');
    await expectShown(page.getByRole('heading', { name: 'This page did not load' }));
    await context.close();
  });
});
