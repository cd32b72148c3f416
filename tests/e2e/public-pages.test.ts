import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStrangers } from './begin-strangers.ts';
import { findViolations } from './find-violations.ts';
import { expectAccessible, expectAccessibleRoute, expectAccessibleWords, expectToast } from './open-page.ts';
import { texts } from './texts.ts';
import { expectShown } from './visit.ts';

let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

useStrangers({}, (opened) => ({ context, page, complaints } = opened));

describe('the pages to read', () => {
  it.each(texts.pages)('%s is titled and complete in every size and theme', async (path, title, content) => {
    expect((await page.goto(path))?.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(await page.title()).toBe(`${title} · Kauke`);
    for (const text of content) await page.getByText(text).first().waitFor();
    // Of all it shows most of what an operator says about himself.
    await (path === '/transparency' ? expectAccessible(page) : expectAccessibleRoute(page));
    expect(complaints).toEqual([]);
  });

  it('say nothing that the operator does not state', async () => {
    await page.route('/api/config', async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as { legal: object };
      const unstated = {
        operatorCountry: null,
        launched: null,
        reportNext: null,
        governmentRequests: null,
        incidents: null,
      };
      await route.fulfill({ json: { ...config, legal: { ...config.legal, ...unstated } } });
    });
    // Asked for there, and led on from by links, as the server draws these pages itself.
    await page.goto('/home');
    const lead = (name: string) => page.getByRole('contentinfo').getByRole('link', { name }).click();
    await lead('Transparency Report');
    await page.getByRole('heading', { name: 'Executive Summary' }).waitFor();
    for (const name of ['Government Requests', 'Security Incidents']) {
      expect(await page.getByRole('heading', { name }).count()).toBe(0);
    }
    const report = await page.getByRole('main').innerText();
    expect(report).not.toMatch(/null|undefined|Since|next report|disruptions|operated in|2025/);
    for (const [link, title] of [
      ['About us', 'About us'],
      ['GDPR Compliant', 'GDPR'],
      ['Privacy Policy', 'Privacy Policy'],
      ['Terms of Service', 'Terms of Service'],
    ] as const) {
      await lead(link);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.getByText('Last updated').waitFor();
      const text = await page.getByRole('main').innerText();
      expect(text).not.toMatch(/null|undefined|launched|Lithuanian data protection law|under the law of/);
    }
    await expectAccessibleRoute(page);
    expect(complaints).toEqual([]);
  });

  it('include guides, which lead from one to another without loading the site anew', async () => {
    await page.goto('/docs');
    await page.evaluate(() => (document.documentElement.dataset['loaded'] = 'once'));
    await page.getByRole('article').getByRole('link', { name: 'webhooks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Self-hosting' }).click();
    await page.getByRole('heading', { name: 'Reverse proxy' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/self-hosting');
    expect(await page.evaluate(() => document.documentElement.dataset['loaded'])).toBe('once');
    await expectAccessibleRoute(page);
    expect(complaints).toEqual([]);
  });

  it('include the reference of the API, in the same colours and typeface, with a way back', async () => {
    const look = () =>
      page.evaluate(() => {
        const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
        return { backgroundColor, color, fontFamily, theme: document.documentElement.dataset['theme'] };
      });
    await page.goto('/docs/api');
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.reload();
    const guide = await look();
    expect(guide.theme).toBe('dark');
    await page.getByRole('link', { name: '/api/docs' }).click();
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    expect(await look()).toEqual(guide);
    await page.locator('summary').first().click();
    // Each call and each type is drawn as the others are: some are looked at, all by `npm run proof`.
    expect(await findViolations(page, undefined, 'details:nth-of-type(n + 9):not(:last-of-type)')).toEqual([]);
    await expectAccessibleWords(page);
    await page.getByRole('link', { name: 'Back to the guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'API' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('answer 404 with a card where none is', async () => {
    for (const path of ['/forgotten', '/docs/forgotten']) {
      expect((await page.goto(path))?.status()).toBe(404);
      for (const text of texts.notFound) await page.getByText(text, { exact: true }).waitFor();
    }
    await expectAccessibleRoute(page);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.waitForURL('/home');
  });
});

describe('every page', () => {
  it('has a footer that leads everywhere, and begins at its top', async () => {
    await page.goto('/home');
    const footer = page.getByRole('contentinfo');
    for (const text of [texts.footer.tagline, ...texts.footer.notes]) await footer.getByText(text).waitFor();
    for (const [name, path] of texts.footer.links) {
      await footer.getByRole('link', { name }).click();
      await page.waitForURL(path);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    }
  });

  it('links elsewhere only where the operator says so', async () => {
    await page.route('/api/config', async (route) => {
      const answer = await route.fetch();
      const links = {
        docs: 'https://docs.example/',
        social: 'https://social.example/',
        video: 'https://video.example/',
        reviewSite: 'https://reviews.example/',
        review: 'https://reviews.example/write',
        feedback: 'https://board.example/',
      };
      await route.fulfill({ json: { ...((await answer.json()) as object), google: true, links } });
    });
    await page.goto('/home');
    const footer = page.getByRole('contentinfo');
    for (const name of ['Social media', 'Video', 'Reviews', 'Write a review', 'Documentation']) {
      const link = footer.getByRole('link', { name, exact: true });
      await link.waitFor();
      expect(await link.getAttribute('href')).toMatch(/^https:/);
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    }
    const feedback = page.getByRole('link', { name: 'Feedback' });
    expect(await feedback.getAttribute('href')).toBe('https://board.example/');
    expect(await feedback.getAttribute('target')).toBe('_blank');
    await page.getByRole('link', { name: texts.googleSignUp }).waitFor();
    await expectAccessible(page);
  });

  it('is counted by its pattern, unless the browser asks not to', async () => {
    const counted: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/events')) counted.push(request.postDataJSON());
    });
    await page.goto('/home');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click();
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'API' }).click();
    await page.getByRole('heading', { level: 1, name: 'API' }).waitFor();
    await page.goto('/no/such?page');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const paths = ['/home', '/docs', '/docs/:guide', '*'];
    await expect.poll(() => counted).toEqual(paths.map((path) => ({ name: 'page_view', path })));

    await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await page.goto('/about');
    await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
    expect(counted).toHaveLength(paths.length);
  });

  it('is light at first, keeps a chosen theme without a flash, and follows the system where told to', async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/home');
    expect(await theme()).toBe('light');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('body', { state: 'attached' });
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await page.evaluate(() => localStorage.setItem('theme', 'system'));
    await page.reload();
    expect(await theme()).toBe('dark');
    // By then the page has drawn what the system says; what was chosen is drawn some frames after the button has answered.
    const systemTurns = async (colorScheme: 'light' | 'dark') => {
      const heard = page.evaluate(
        () => new Promise((resolve) => matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resolve)),
      );
      await page.emulateMedia({ colorScheme });
      await heard;
    };
    await systemTurns('light');
    expect(await theme()).toBe('light');
    await systemTurns('dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect.poll(theme).toBe('light');
    await systemTurns('light');
    await systemTurns('dark');
    expect(await theme()).toBe('light');
  });

  it('takes feedback, which reaches the operator', async () => {
    await page.goto('/terms');
    await page.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('dialog', { name: 'Feedback' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByText('Please write something first').waitFor();
    await page.getByLabel('Your message').fill('The masks are fine.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Feedback' }).click();
    expect(await page.getByLabel('Your message').inputValue()).toBe('The masks are fine.');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expectToast(page, ['Feedback Sent', 'Thank you. Your words are on their way.']);
    await page.goto('/inbox');
    await page.getByRole('link', { name: 'to postmaster@kauke.test' }).click();
    await page.getByText('The masks are fine.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the names of its buttons, and hides them again on Escape', async () => {
    await page.goto('/home');
    const toggle = page.getByRole('button', { name: 'Switch to dark theme' });
    const tooltip = page.getByText('Switch to dark theme');
    await toggle.hover();
    await tooltip.waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await toggle.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expectShown(tooltip);
  });

  it('says so when there is no network, and keeps what was typed', async () => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill('ona@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, ['Login Failed', 'The server did not answer. Check your connection, then try again.']);
    expect(await page.getByLabel('Email').inputValue()).toBe('ona@example.com');
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  it('gives a way out when it cannot be loaded', async () => {
    await page.goto('/home');
    await page.route('**/about-page-*.js', (route) => route.abort());
    await page.getByRole('link', { name: texts.mission }).click();
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await page.getByRole('heading', { level: 1, name: 'Be anyone' }).waitFor();
  });
});
