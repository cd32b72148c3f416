import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/account/languages.ts';
import { useStrangers } from './begin-strangers.ts';
import { expectAccessible, expectAccessibleWords, expectToast, phone, type OpenPage } from './open-page.ts';

let page: Page;
let complaints: OpenPage['complaints'];
useStrangers({ viewport: phone, locale: 'de-DE' }, (opened) => {
  ({ page, complaints } = opened);
});

const password = 'correct horse battery';

function language(): Promise<string | null> {
  return page.locator('html').getAttribute('lang');
}

async function choose(name: string, code: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click();
  await page.locator(`html[lang="${code}"]`).waitFor();
  await page.locator('[data-prerendered], [data-shell]').waitFor({ state: 'detached' });
}

async function register(email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Konto anlegen' }).click();
  await page.getByLabel('E-Mail', { exact: true }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByLabel('Passwort bestätigen').fill(password);
  await page.getByRole('button', { name: 'Konto anlegen' }).click();
  await page.getByRole('heading', { name: 'E-Mail-Weiterleitung' }).waitFor();
}

async function signIn(email: string): Promise<void> {
  await page.goto('/auth');
  await page.locator('input[inputmode="email"]').fill(email);
  await page.locator('input[type="password"]').first().fill(password);
  await page.keyboard.press('Enter');
}

/** All scripts that the page has loaded since it was opened. */
async function loadedScripts(): Promise<string> {
  const addresses = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  );
  const scripts = await Promise.all(addresses.map(async (address) => (await page.request.get(address)).text()));
  expect(scripts.length).toBeGreaterThan(3);
  return scripts.join('\n');
}

describe('the pages', () => {
  it('speak as the browser is set, from the first line on, and load one language alone', async () => {
    const answer = await page.request.get('/', { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
    expect(await answer.text()).toContain('Kostenlos beginnen');
    await page.goto('/auth');
    expect(await language()).toBe('de');
    expect(await page.title()).toBe('Anmelden · Kauke');
    await page.getByRole('tab', { name: 'Konto anlegen' }).click();
    await page.getByLabel('Passwort bestätigen').waitFor();
    const scripts = await loadedScripts();
    expect(scripts).toContain('Passwort vergessen?');
    expect(scripts).not.toContain('Forgot password?');
    expect(scripts).not.toContain('Pamiršote slaptažodį?');
    expect(complaints).toEqual([]);
  });

  it('remember what a stranger chose, and pass it on to the account', async () => {
    await page.goto('/');
    await choose('Lietuvių', 'lt');
    await page.getByRole('heading', { level: 1, name: 'Būkite kuo norite' }).waitFor();
    await page.reload();
    expect(await language()).toBe('lt');
    expect(await page.getByRole('button', { name: 'Lietuvių' }).getAttribute('aria-pressed')).toBe('true');
    await choose('Deutsch', 'de');
    await register('chosen@example.com');
    await page.goto('/inbox');
    await page.getByRole('link', { name: 'Bestätigen Sie dieses Postfach' }).first().waitFor();
  });

  it('stay as they are where the browser keeps no cookie, and say so', async () => {
    await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }));
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Lietuvių', exact: true }).click();
    await expectToast(page, ['Nicht geändert', 'Die Sprache konnte nicht gespeichert werden']);
    expect(await language()).toBe('de');
  });

  it('speak as the account says wherever its owner signs in', async () => {
    await register('account@example.com');
    await page.getByRole('button', { name: /account@example\.com/, expanded: false }).click();
    await page.getByRole('navigation').getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
    expect(await language()).toBe('en');
    await page.context().clearCookies();
    await signIn('account@example.com');
    // The page for strangers was German, as the browser is.
    await page.getByRole('heading', { name: 'Email Forwarding' }).waitFor();
    expect(await language()).toBe('en');
  });

  it('tell what is wrong in their language, in the words of the server, too', async () => {
    await signIn('nobody@example.com');
    await expectToast(page, ['Anmeldung fehlgeschlagen', 'E-Mail oder Passwort ist falsch']);
    expect(await language()).toBe('de');
  });

  it('say of legal texts that these are English', async () => {
    await page.goto('/privacy');
    await page.getByText('verbindlich ist die englische Fassung').waitFor();
    expect(await page.getByRole('article').getAttribute('lang')).toBe('en');
    await expectAccessible(page);
  });
});

/** On the narrowest phone no button of the sign-in page lets its words out, or squeezes its drawing. */
async function expectRoomForWords(): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  const buttons = page.getByRole('main').locator('button:has(svg), button[type=submit]');
  for (const at of [0, 1]) {
    await page.getByRole('tab').nth(at).click();
    await page
      .getByRole('tabpanel')
      .getByRole('button')
      .filter({ has: page.locator('.lucide-wallet') })
      .waitFor();
    const faults = await buttons.evaluateAll((all) =>
      all.flatMap((one) => {
        const drawing = one.querySelector('svg');
        const fits = one.scrollWidth <= one.clientWidth && (drawing === null || drawing.clientWidth >= 18);
        return fits ? [] : [one.textContent];
      }),
    );
    expect(faults).toEqual([]);
  }
  await page.setViewportSize(phone);
}

async function expectFaultless(name: string, code: Language): Promise<void> {
  await page.goto('/');
  if (code !== 'de') await choose(name, code);
  await expectAccessibleWords(page);
  await page.goto('/auth');
  await expectAccessibleWords(page);
  await expectRoomForWords();
  await page.context().clearCookies();
  await register(`phone-${code}@example.com`);
  if (code !== 'de') await choose(name, code);
  for (const path of ['/dashboard', '/settings/sign-in', '/settings/inboxes', '/settings/data', '/settings/held']) {
    await page.goto(path);
    // Its parts come one after the other, and each may have a heading of its own.
    await page.waitForLoadState('networkidle');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await language()).toBe(code);
    await expectAccessibleWords(page);
  }
  expect(complaints).toEqual([]);
}

describe('every screen fits a phone in other languages', () => {
  // Of all its words are the longest.
  it('in German', () => expectFaultless('Deutsch', 'de'));
  it('in Lithuanian', { tags: 'proof' }, () => expectFaultless('Lietuvių', 'lt'));
});
