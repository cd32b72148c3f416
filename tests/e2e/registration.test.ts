import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageSource } from './kept-pages.ts';
import { expectAccessible, expectToast, openPage } from './open-page.ts';
import type { Preview } from './start-preview.ts';
import { texts } from './texts.ts';
import { preparePreview } from './prepare-preview.ts';
import { answerNext, expectShown } from './visit.ts';

let browser: PageSource;
let preview: Preview;
let context: BrowserContext;
let page: Page;
let complaints: readonly string[];

function useMode(registration: string): void {
  preparePreview({ REGISTRATION: registration }, (place) => ({ preview, browser } = place));
  afterEach(async () => {
    await context.close();
    // A browser reports every answer of 4xx by itself.
    expect(complaints.filter((text) => !text.includes('the server responded with a status of 4'))).toEqual([]);
  });
}

async function open(path: string): Promise<void> {
  ({ context, page, complaints } = await openPage(browser, preview.webUrl));
  await page.goto(path);
}
function tab(name: string) {
  return page.getByRole('tab', { name });
}
async function fillRegistration(email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Confirm Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create Account' }).click();
}
/** As it is read before any script has run, and after. */
async function expectPrivateLanding(): Promise<void> {
  const plain = await browser.newContext({ baseURL: preview.webUrl, javaScriptEnabled: false });
  const prerendered = await plain.newPage();
  await prerendered.goto('/');
  await open('/');
  for (const landing of [prerendered, page]) {
    await landing.getByText('A private service, for those who have an account.').waitFor();
    await landing.getByRole('heading', { name: texts.tagline }).waitFor();
    const shown = await landing.locator('body').innerText();
    for (const text of [texts.getStarted, texts.googleSignUp, texts.howItWorks, 'kauke.test', 'mask.test', '31'])
      expect(shown).not.toContain(text);
  }
  await plain.close();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByText('Welcome to Kauke').waitFor();
}

describe('a service whose accounts are by invitation', () => {
  useMode('invite');

  it('shows strangers neither domains nor counts nor a way to begin', expectPrivateLanding);

  it('says so where accounts are made, and how to sign in', async () => {
    await open('/auth');
    await tab('Create Account').click();
    await page.getByRole('heading', { name: 'New accounts are by invitation' }).waitFor();
    expect(await page.getByText('By continuing you agree').isVisible()).toBe(false);
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    await expectShown(page.getByText('By continuing you agree'));
  });

  it('lets in who opens a link, once, and keeps the secret out of the address', async () => {
    const link = `/auth#${await preview.invite()}`;
    await open(link);
    const invited = page.getByText(/^You are invited\. This link opens an account until/);
    // The date stays in one piece.
    expect(await invited.textContent()).toMatch(/until [^ ]+\.$/);
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await expectAccessible(page);
    await fillRegistration('guest@example.com');
    await page.getByRole('heading', { name: texts.dashboard.title }).waitFor();
    await page.getByLabel('Domain').getByText('@kauke.test').waitFor({ state: 'attached' });
    await context.close();
    await open(link);
    await page.getByRole('heading', { name: 'This invitation is over' }).waitFor();
    await expectAccessible(page);
  });

  it('says that the invitation could not be looked at, and tries again', async () => {
    const invitation = await preview.invite();
    ({ context, page, complaints } = await openPage(browser, preview.webUrl));
    await answerNext(page, '**/api/auth/invitation', 'POST', { status: 404, body: '' });
    await page.goto(`/auth#${invitation}`);
    await page.getByText('Your invitation could not be looked at.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByText(/^You are invited\./));
  });
});

describe('a service that takes no new accounts', () => {
  useMode('closed');

  it('shows strangers neither domains nor counts nor a way to begin', { tags: 'proof' }, expectPrivateLanding);

  it('says so where accounts are made', async () => {
    await open('/auth');
    await tab('Create Account').click();
    await page.getByRole('heading', { name: 'No new accounts' }).waitFor();
    await expectAccessible(page);
  });
});

describe('a service whose operator approves accounts', () => {
  useMode('approve');

  it('begins as an open one', async () => {
    await open('/');
    await page.getByText(texts.getStarted).first().waitFor();
    await expectShown(page.getByText('sneakers@kauke.test'));
  });

  it('tells a new account that it waits, on each of its pages, until it does not', async () => {
    await open('/auth');
    await tab('Create Account').click();
    await page.getByText('The operator approves new accounts.').waitFor();
    await expectAccessible(page);
    await fillRegistration('waiting@example.com');
    const waits = page.getByRole('heading', { name: 'Your account is awaiting approval' });
    await waits.waitFor();
    await expectAccessible(page);
    await page.goto('/settings');
    await page.waitForURL('/dashboard');
    await waits.waitFor();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectToast(page, ['Still Waiting', 'The operator has not decided yet.']);
    await preview.approve('waiting@example.com');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: texts.dashboard.title }).waitFor();
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });

  it('lets a waiting account go', async () => {
    await open('/auth');
    await tab('Create Account').click();
    await fillRegistration('going@example.com');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill('DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await expectToast(page, 'Account Deleted');
  });
});
