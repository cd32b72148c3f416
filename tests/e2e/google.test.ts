import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleCallbackPath } from '#contract/sign-in.ts';
import type { PageSource } from './kept-pages.ts';
import { leaveBrowser, openBrowser } from './worker-browser.ts';
import { findFreePort } from '#support/free-port.ts';
import { startOidcServer, type OidcServer } from '#support/oidc-server.ts';
import { expectAccessible, expectToast, openPage } from './open-page.ts';
import { startPreview, type Preview } from './start-preview.ts';
import { register } from './story.ts';
import { askWhoIsThere } from './visit.ts';
import { texts } from './texts.ts';

let preview: Preview;
let oidc: OidcServer;
let browser: PageSource;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];
/** What the browser counted, but for page views. */
let counted: unknown[];

beforeAll(async () => {
  // The provider has to know where to send people back to before the program is up.
  const port = await findFreePort();
  oidc = await startOidcServer(`http://localhost:${port}${googleCallbackPath}`);
  const { clientId, clientSecret, issuer } = oidc.config;
  const google = { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer };
  [preview, browser] = await Promise.all([startPreview({ HTTP_PORT: String(port), ...google }), openBrowser()]);
});
afterAll(async () => {
  await leaveBrowser();
  await preview.stop();
  await oidc.stop();
});
beforeEach(async () => {
  ({ context, page, complaints } = await openPage(browser, preview.webUrl));
  // The provider's own page wants a typeface from elsewhere.
  await page.route(/fonts\.googleapis/, (route) => route.fulfill({ body: '' }));
  counted = [];
  page.on('request', (request) => {
    const event = request.url().endsWith('/api/events') ? (request.postDataJSON() as { name: string }) : null;
    if (event !== null && event.name !== 'page_view') counted.push(event);
  });
});
/** A browser reports every answer of 4xx by itself. */
function expectNoComplaints(): void {
  expect(complaints.filter((text) => !text.includes('the server responded with a status of 4'))).toEqual([]);
}

afterEach(async () => {
  await context.close();
  expectNoComplaints();
});

const password = 'correct horse battery';
function dashboard() {
  return page.getByRole('heading', { name: texts.dashboard.title });
}
function section(name: string) {
  return page.getByRole('region', { name, exact: true });
}

function addPerson(sub: string): string {
  const email = `${sub}@example.com`;
  oidc.people.set(sub, { email, verified: true });
  return email;
}

/** On the provider's own pages, up to the question of consent. */
async function reachConsent(sub: string): Promise<void> {
  await page.locator('[name=login]').fill(sub);
  await page.locator('[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
}

async function consent(sub: string): Promise<void> {
  await reachConsent(sub);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function beginAtLanding(): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: texts.googleSignUp }).click();
}

async function registerAt(email: string): Promise<void> {
  await page.goto('/auth');
  await register(page, { email, password });
}

describe('signing in with Google', () => {
  it('is a whole navigation, counted once, also by those who know the door', async () => {
    const email = addPerson('ona');
    await beginAtLanding();
    await consent('ona');
    await dashboard().waitFor();
    await expect
      .poll(() => counted)
      .toEqual([{ name: 'login_success', category: 'authentication', label: 'google_login' }]);
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByRole('img', { name: 'by google' }).waitFor();
    await page.getByRole('banner').getByText(email).waitFor();
    expect(counted).toHaveLength(1);
    await page.goto('/home');
    await page.getByRole('link', { name: texts.goToDashboard }).first().waitFor();
    await page.getByRole('link', { name: texts.googleSignUp }).click();
    await page.waitForURL('/dashboard');

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Sign In' }).click();
    const again = page.getByRole('link', { name: texts.auth.google });
    expect(await again.getAttribute('href')).toBe('/api/auth/google');
    await expectAccessible(page);
  });

  it('lets nobody in who says no there', async () => {
    addPerson('ieva');
    await beginAtLanding();
    await reachConsent('ieva');
    await page.getByRole('link', { name: /cancel/i }).click();
    await expectToast(page, texts.toasts.googleFailed);
    await page.getByText('because you said no').waitFor();
    expect(counted).toEqual([]);
  });

  it('lets nobody in with a foreign state or a code that was used', async () => {
    addPerson('kazys');
    const callback = page.waitForRequest((request) => request.url().includes(googleCallbackPath));
    await beginAtLanding();
    await consent('kazys');
    const returned = new URL((await callback).url());
    await dashboard().waitFor();
    await context.clearCookies();
    // Back with the same code, in a journey of its own: the state is another's.
    await beginAtLanding();
    await page.locator('[name=login]').waitFor();
    await page.goto(returned.href);
    await expectToast(page, texts.toasts.googleFailed);
    await page.getByText('finished in another browser').waitFor();
    await context.clearCookies();
    await page.goto(returned.href);
    await expectToast(page, texts.toasts.googleFailed);
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: 'Sign In' }).waitFor();
  });

  it('is told why it did not work, once', async () => {
    await page.goto('/auth?error=google&reason=denied');
    await expectToast(page, texts.toasts.googleFailed);
    const reason = await page.getByText('because you said no').boundingBox();
    expect(reason?.y).toBeLessThan((await page.getByLabel('Email').boundingBox())?.y ?? 0);
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page);
  });
});

describe('Google in the settings', () => {
  it('is linked, proves who is there, and is taken away again', async () => {
    addPerson('rasa');
    await registerAt('rasa.home@example.com');
    await page.goto('/settings');
    const methods = section('Sign-in methods');
    await methods.getByRole('link', { name: 'Link Google' }).click();
    await consent('rasa');
    await methods.getByRole('button', { name: 'Remove Google' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/sign-in');
    await expectAccessible(page);

    // As ten minutes after the sign-in.
    await askWhoIsThere(page, '**/api/account/methods/google', 'DELETE');
    await methods.getByRole('button', { name: 'Remove Google' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByRole('link', { name: 'Confirm with Google' }).waitFor();
    await expectAccessible(page);
    await Promise.all([
      page.waitForRequest((request) => request.url().includes(googleCallbackPath)),
      question.getByRole('link', { name: 'Confirm with Google' }).click(),
    ]);
    await question.waitFor({ state: 'detached' });
    await methods.getByRole('button', { name: 'Remove Google' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Sign-in method removed');
    await methods.getByRole('link', { name: 'Link Google' }).waitFor();
    // A way in that was added is no sign-in.
    expect(counted).toEqual([{ name: 'login_success', category: 'authentication', label: 'registration' }]);
  });

  it('asks who is there before it is linked, and says why it was not', async () => {
    const email = addPerson('vytas');
    await registerAt(email);
    await page.goto('/settings?error=google&reason=confirm');
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password', { exact: true }).fill(password);
    await question.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.locator('[name=login]').waitFor();
    await page.goto('/settings?error=google&reason=taken');
    await expectToast(page, [texts.toasts.googleFailed[0], 'belongs to another account here']);
    await expectAccessible(page);
  });
});
