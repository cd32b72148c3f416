import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { aliasRow, choose, openConfirmationLink, openForm, openMessage } from './story.ts';
import { texts } from './texts.ts';
import { password, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** How often each call that changes something was made, by method and path without ids. */
function countCalls(page: Page): Map<string, number> {
  const calls = new Map<string, number>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, '*');
    // The last is asked by each sign-in page that opens, so that the browser can offer passkeys.
    if (request.method() === 'GET' || ['/api/events', '/api/auth/passkey/options'].includes(path)) return;
    const name = `${request.method()} ${path}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return calls;
}

describe('two clicks for one', () => {
  it('sign somebody up, out and in once', { tags: 'proof' }, async () => {
    const page = await begin();
    await visits.now.context.clearCookies();
    const calls = countCalls(page);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Create Account' }).click();
    await page.getByLabel('Email').fill('twice@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).dblclick();
    await expectToast(page, texts.toasts.registered);
    await page.getByRole('button', { name: 'Log out' }).dblclick();
    await page.waitForURL('/home');
    await page.getByRole('link', { name: 'Sign In' }).dblclick();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('twice@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
    await expectToast(page, texts.toasts.signedIn);
    expect(Object.fromEntries(calls)).toEqual({
      'POST /api/auth/register': 1,
      'POST /api/auth/logout': 1,
      'POST /api/auth/login': 1,
    });
  });

  it('change an alias, its credentials and the account once each', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['twice']);
    await page.goto('/dashboard');
    const calls = countCalls(page);
    const row = aliasRow(page, 'twice');
    const { list, smtp, deleteAccount } = texts.dashboard;
    await row.getByRole('switch').dblclick();
    await expectToast(page, list.toasts.off);
    await choose(row, 'Edit');
    await page.getByRole('form', { name: 'Edit' }).getByLabel('Notes').fill('Two of them');
    await page.getByRole('form', { name: 'Edit' }).getByRole('button', { name: 'Save' }).dblclick();
    await expectToast(page, list.toasts.updated);
    await row.getByRole('switch').click();
    // Until then the row may still change its height under the clicks.
    await expectToast(page, list.toasts.on);
    await row.getByRole('button', { name: 'Send again' }).dblclick();
    await expectToast(page, 'Confirmation mail sent');
    await choose(row, 'SMTP settings');
    await page.getByRole('button', { name: smtp.createButton }).dblclick();
    await expectToast(page, smtp.created);
    await page.getByRole('button', { name: 'Regenerate password' }).click();
    await page.getByRole('button', { name: 'Regenerate', exact: true }).dblclick();
    await expectToast(page, smtp.regenerated);
    await page.getByRole('button', { name: 'Delete credentials', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await expectToast(page, smtp.deleted);
    await page.getByRole('button', { name: 'Feedback' }).dblclick();
    await page.getByLabel('Your message').fill('Once is enough.');
    await page.getByRole('button', { name: 'Send feedback' }).dblclick();
    await expectToast(page, 'Feedback Sent');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByLabel('Type DELETE').fill('DELETE');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).dblclick();
    await expectToast(page, deleteAccount.toast);
    expect(Object.fromEntries(calls)).toEqual({
      // Off by the double click, and on again.
      'PATCH /api/aliases/*/toggle': 2,
      'PUT /api/aliases/*': 1,
      'POST /api/targets/*/confirmation': 1,
      'POST /api/smtp-credentials': 1,
      'PATCH /api/smtp-credentials/*/alias/*/regenerate': 1,
      'DELETE /api/smtp-credentials/*/alias/*': 1,
      'POST /api/feedback': 1,
      'DELETE /api/account': 1,
    });
  });
});

/** Both come before anything is drawn anew, so that no `disabled` keeps the second one off. */
function submitTwice(form: Locator): Promise<void> {
  return form.evaluate((element) => {
    if (!(element instanceof HTMLFormElement)) throw new Error('This is no form.');
    element.requestSubmit();
    element.requestSubmit();
  });
}

function clickTwice(button: Locator): Promise<void> {
  return button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) throw new Error('This is no button.');
    element.click();
    element.click();
  });
}

/** Where the browser itself went, with all that it put into the address. */
function listenForNavigations(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && urls.push(request.url()));
  return urls;
}

describe('two at the very same time', () => {
  it('are one form that was sent, and never by the browser with what was typed in the address', async () => {
    const page = await begin();
    await visits.now.context.clearCookies();
    await page.goto('/reset#never-was');
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    let navigations = listenForNavigations(page);
    let calls = countCalls(page);
    await submitTwice(page.locator('main form'));
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(navigations).toEqual([]);
    expect(Object.fromEntries(calls)).toEqual({ 'POST /api/auth/password/reset': 1 });

    await page.goto('/auth');
    navigations = listenForNavigations(page);
    calls = countCalls(page);
    const { email } = visits.now;
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await submitTwice(page.locator('main form'));
    await page.getByRole('status').filter({ hasText: 'link' }).waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await submitTwice(page.locator('main form'));
    await expectToast(page, texts.toasts.signedIn);
    expect(navigations).toEqual([]);
    expect(Object.fromEntries(calls)).toEqual({ 'POST /api/auth/password/forgot': 1, 'POST /api/auth/login': 1 });
  });

  it('register once, and find a contact once', { tags: 'proof' }, async () => {
    const page = await begin();
    await visits.now.context.clearCookies();
    await page.goto('/auth');
    const navigations = listenForNavigations(page);
    const calls = countCalls(page);
    await page.getByRole('tab', { name: 'Create Account' }).click();
    await page.getByLabel('Email').fill('same-time@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await submitTwice(page.locator('main form'));
    await expectToast(page, texts.toasts.registered);
    await openForm(page);
    await page.getByLabel('Alias Name').fill('same-time');
    await page.getByLabel('Forward To').fill('same-time@example.com ');
    await page.getByRole('button', { name: 'Create Alias' }).click();
    await choose(page, 'Contacts and mail handling of same-time@kauke.test');
    const address = page.getByLabel('Their email address');
    await address.fill('bob@example.net');
    await submitTwice(page.locator('form').filter({ has: address }));
    await page.getByText('bob@example.net', { exact: true }).waitFor();
    expect(navigations).toEqual([]);
    expect(Object.fromEntries(calls)).toEqual({
      'POST /api/auth/register': 1,
      'POST /api/aliases/*': 1,
      'POST /api/aliases/*/contacts': 1,
    });
  });

  it('confirm an inbox once, and stop it once', { tags: 'proof' }, async () => {
    const page = await begin();
    await seedAliases(visits.now, ['agreed'], 'agreed@example.net');
    await page.goto('/inbox');
    await openConfirmationLink(page, await openMessage(page, 'agreed@example.net'));
    await page.getByRole('button', { name: 'This was not me' }).click();
    await page.getByRole('alertdialog', { name: 'Never forward to this inbox?' }).getByText('Cancel').click();
    const calls = countCalls(page);
    await clickTwice(page.getByRole('button', { name: 'Confirm this inbox' }));
    await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
    await page.getByRole('button', { name: 'Stop forwarding' }).click();
    await clickTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Stop forwarding' }));
    await page.getByRole('heading', { name: 'Forwarding has stopped' }).waitFor();
    expect(Object.fromEntries(calls)).toEqual({ 'POST /api/targets/confirm': 1, 'POST /api/targets/stop': 1 });
  });
});

describe('going back', () => {
  async function expectNoTrace(alias: string, from: number, to?: number): Promise<void> {
    const page = await begin();
    await seedAliases(visits.now, [alias]);
    await page.goto('/about');
    await page.getByRole('heading', { name: 'About us' }).waitFor();
    const open = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Kauke' }).first().click();
      await page.getByRole('link', { name: texts.goToDashboard }).first().click();
      await aliasRow(page, alias).waitFor();
    };
    const openings = [
      // Of each kind one, and the others.
      () => choose(aliasRow(page, alias), 'Delete'),
      () => choose(aliasRow(page, alias), 'Edit'),
      () => page.getByPlaceholder(texts.dashboard.list.search).fill('nowhere'),
      () => page.getByRole('button', { name: 'Delete Account' }).click(),
      () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
      () => page.getByRole('button', { name: 'Feedback' }).click(),
      () => choose(aliasRow(page, alias), 'SMTP settings'),
    ];
    for (const openSomething of openings.slice(from, to)) {
      await open();
      await openSomething();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Be anyone' }).waitFor();
      expect(await page.getByText(`${alias}@kauke.test`).count()).toBe(0);
      // Nothing locks the page behind a dialog that is gone.
      await page.getByRole('link', { name: texts.mission }).click();
      await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
    }
  }
  it('leaves a dialog, a form and a search without a trace of them on the page before', () =>
    expectNoTrace('left', 0, 3));
  it('leaves no trace of all others', { tags: 'proof' }, () => expectNoTrace('behind', 3));

  it('after signing out shows nothing of what was there', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['private-list']);
    await page.goto('/dashboard');
    await aliasRow(page, 'private-list').waitFor();
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByText('Sign-in methods', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('/home');
    for (const _page of ['/settings', '/dashboard']) {
      await page.goBack();
      await page.getByRole('tab', { name: 'Sign In' }).waitFor();
      await see(page, 'Welcome to Kauke');
      expect(await page.getByText('private-list').count()).toBe(0);
    }
  });
});
