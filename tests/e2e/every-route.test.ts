import { Secret, TOTP } from 'otpauth';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runOperatorAdd } from '#cli/operator/account.ts';
import { defaultLanguage, languages, type Language } from '#contract/account/languages.ts';
import { operatorPage } from '#contract/pages.ts';
import { patience } from '#support/patience.ts';
import type { PageSource } from './kept-pages.ts';
import { allRoutes } from '../../bench/web/routes.ts';
import { findViolations, isEveryLook } from './find-violations.ts';
import { desktop, openPage } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { preparePreview } from './prepare-preview.ts';
import { beginVisit, manyVisitors, seedAliases, type Visit } from './visit.ts';

let preview: Preview;
let browser: PageSource;
preparePreview(manyVisitors, (place) => ({ preview, browser } = place));

const narrow = { width: 320, height: 640 };
const longName = 'a.name.of.many.letters.that.nobody.would.type.by.hand';

/** Pages of one make, of which the first is looked at, and all by `npm run proof`. */
const alike = {
  // The longest guide, with a table, is looked at besides; whatever is behind the door shows the door.
  strangers: [/^\/docs\/(?!configuration$)/u, /^\/(?:dashboard|settings(?:\/.+)?)$/u],
  // What hangs there is the same for everybody.
  owners: [/^\/docs\//u, /^\/(?:about|privacy|terms|gdpr|transparency)$/u],
};

function chooseOfEachKind(paths: readonly string[], kinds: readonly RegExp[]): string[] {
  return paths.filter((path, index) => {
    const kind = kinds.find((pattern) => pattern.test(path));
    return kind === undefined || paths.findIndex((other) => kind.test(other)) === index;
  });
}

/** Those that the benchmark goes to, the inbox, which its server has not, and the page of operators. */
function pathsOf({ isSignedIn, alias = '' }: { isSignedIn: boolean; alias?: string }): string[] {
  const paths = allRoutes(alias).flatMap((route) => (route.isSignedIn === isSignedIn ? [route.path] : []));
  const looked = isEveryLook ? paths : chooseOfEachKind(paths, isSignedIn ? alike.owners : alike.strangers);
  return [...looked, '/inbox', operatorPage];
}

/** Somebody who has some of everything that a page lists, and operates the service. */
async function beginOwner(language: Language): Promise<Visit & { readonly alias: string }> {
  const visit = await beginVisit(browser, {
    webUrl: preview.webUrl,
    email: `owner.${language}@example.com`,
    viewport: narrow,
  });
  const call = async (method: string, path: string, payload?: object): Promise<void> => {
    const answer = await visit.call<{ code?: string }>(method, path, payload);
    if (answer.code !== undefined) throw new Error(`${method} ${path}: ${answer.code}`);
  };
  await call('PATCH', '/api/account', { language });
  const { secret } = await visit.call<{ secret: string }>('POST', '/api/account/second-factor');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await call('POST', '/api/account/second-factor/enable', { code });
  await runOperatorAdd(preview.command, visit.email, () => {});
  const [first = '', paused = '', binned = ''] = await seedAliases(
    visit,
    [longName, 'paused', 'binned', 'hook'].map((name) => `${name}.${language}`),
  );
  await call('PATCH', `/api/aliases/${paused}/toggle`, { active: false });
  await call('DELETE', `/api/aliases/${binned}`);
  await call('PATCH', '/api/aliases', { ids: [first], change: { addLabels: ['a label of some length'] } });
  await call('POST', `/api/aliases/${first}/contacts`, { address: 'friend@far.example' });
  await call('POST', '/api/sender-rules', { scope: { aliasId: first }, match: 'rival@far.example', action: 'block' });
  await call('POST', '/api/account/smtp-credentials', {});
  await call('POST', '/api/api-keys', { name: 'a key', scope: 'aliases' });
  await call('POST', '/api/account/domains', { name: `${language}.own.example` });
  return { ...visit, alias: `/aliases/${first}` };
}

/** As the switch in the settings does. */
async function keepList(page: Page, userId: string): Promise<void> {
  await page.evaluate((id) => {
    localStorage.setItem('offline-list', id);
    dispatchEvent(new Event('storage'));
  }, userId);
  await page.waitForFunction(() => caches.has('offline-list'));
}

/** Knows when a page waits for nothing any more. */
function watchRequests(page: Page): { settled(): Promise<void> } {
  const open = new Set<Request>();
  page.on('request', (request) => {
    // Of a request that outlives its page, as that of an event may, nobody hears again.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    // Pictures have their place before they come, and nobody is told of one that was given up with its page.
    if (request.resourceType() !== 'image') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    settled: async () => {
      await page.waitForFunction(() => {
        const main = document.querySelector('main');
        return main?.querySelector('h1:not([data-old] *)') && !main.querySelector('.animate-spin');
      });
      await expect.poll(() => [...open].map((request) => request.url()), { interval: 20 }).toEqual([]);
    },
  };
}

/** Goes on to another page as a link would; what stands there now is marked, as it stays until the next is loaded. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // Led on to by the page before.
    if (to === location.pathname) return;
    document.querySelector('main')?.firstElementChild?.setAttribute('data-old', '');
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForFunction(() => !document.querySelector('main > [data-old]'));
}

/** In each theme at a width of its own: what is wrong, a line each. The dark one by `npm run proof`: its contrasts are computed, too. */
async function look(page: Page, name: string, without?: string): Promise<string[]> {
  const found: string[] = [];
  for (const [theme, size, rules] of [
    ['light', narrow, undefined],
    ['dark', desktop, ['color-contrast']],
  ] as const) {
    await page.setViewportSize(size);
    // It is light as it opens, and as wide in the dark.
    if (isEveryLook) await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    if (theme === 'light' || isEveryLook) {
      const violations = await findViolations(page, rules && [...rules], without);
      found.push(...violations.map((line) => `${name}, ${theme}: ${line}`));
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) found.push(`${name}: ${over} px too wide for ${size.width}`);
  }
  await page.setViewportSize(narrow);
  return found;
}

/** Guides are the same text in each language, and for everybody: one of them reads it, the others what surrounds it. */
function partsOf(path: string, isRead: boolean): string | undefined {
  return path.startsWith('/docs') && !isRead ? 'article' : undefined;
}

async function findFaultsOfStrangers(language: Language): Promise<string[]> {
  const opened = await openPage(browser, preview.webUrl, { locale: language, viewport: narrow });
  const { context, page, complaints } = opened;
  const { settled } = watchRequests(page);
  const found: string[] = [];
  for (const [at, path] of pathsOf({ isSignedIn: false }).entries()) {
    // Drawn by the server or by a link, it is the same page (`prerendered-pages.test.ts`).
    await (at === 0 || isEveryLook ? page.goto(path) : follow(page, path));
    await settled();
    found.push(...(await look(page, path, partsOf(path, language === defaultLanguage))));
  }
  expect(await page.getAttribute('html', 'lang')).toBe(language);
  await context.close();
  // Of the path that leads nowhere.
  return [...found, ...complaints.filter((text) => !text.includes('status of 404'))];
}

async function findFaultsOfOwners(language: Language): Promise<string[]> {
  const { context, page, complaints, userId, alias } = await beginOwner(language);
  const { settled } = watchRequests(page);
  await page.goto('/dashboard');
  await keepList(page, userId);
  const found: string[] = [];
  for (const path of pathsOf({ isSignedIn: true, alias })) {
    await follow(page, path);
    await settled();
    found.push(...(await look(page, `${path}, signed in`, partsOf(path, false))));
  }
  found.push(...complaints);
  // As without a connection, of which the console complains.
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/offline');
  await page
    .getByRole('listitem')
    .filter({ hasText: `paused.${language}@kauke.test` })
    .waitFor();
  found.push(...(await look(page, '/offline')));
  expect(await page.getAttribute('html', 'lang')).toBe(language);
  await context.close();
  return found;
}

describe('every page', { timeout: patience.programMs }, () => {
  const expectNoFaults = (find: (language: Language) => Promise<string[]>) => async (language: Language) =>
    expect(await find(language)).toEqual([]);
  // The same pages, in words of other lengths.
  const others = languages.filter((language) => language !== defaultLanguage);

  it.each<Language>([defaultLanguage])(
    'has no fault that axe finds for strangers, and nothing too wide: in %s',
    expectNoFaults(findFaultsOfStrangers),
  );
  it.each<Language>([defaultLanguage])(
    'has none for who is signed in, either: in %s',
    expectNoFaults(findFaultsOfOwners),
  );
  it.each(others)('has none for strangers: in %s', { tags: 'proof' }, expectNoFaults(findFaultsOfStrangers));
  it.each(others)('has none for who is signed in: in %s', { tags: 'proof' }, expectNoFaults(findFaultsOfOwners));
});
