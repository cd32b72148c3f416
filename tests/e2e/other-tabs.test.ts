import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SessionResponse } from '#contract/sign-in.ts';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { aliasRow, choose, createAlias, openConfirmationLink, openMessage } from './story.ts';
import { texts } from './texts.ts';
import { listenForComplaints, password, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** Another tab of the same browser. */
async function openTab(path: string): Promise<Page> {
  const page = await visits.now.context.newPage();
  listenForComplaints(page, visits.now.complaints);
  await page.goto(path);
  return page;
}

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

describe('what follows from an alias', () => {
  it('is up to date in the settings and the SMTP panel, here and in another tab', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['counted']);
    const other = await openTab('/settings/inboxes');
    await section(other, 'Targets')
      .getByText(/1 alias$/)
      .waitFor();
    await page.bringToFront();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByRole('link', { name: 'Inboxes and webhooks' }).click();
    await section(page, 'Targets')
      .getByText(/1 alias$/)
      .waitFor();
    await page.getByRole('link', { name: 'Aliases', exact: true }).click();
    await createAlias(page, { alias: 'second', forwardTo: visits.now.email });
    await section(other, 'Targets')
      .getByText(/2 aliases$/)
      .waitFor();
    await page.goBack();
    await section(page, 'Targets')
      .getByText(/2 aliases$/)
      .waitFor();

    await page.goForward();
    await choose(page, 'SMTP settings of second@kauke.test');
    await page.getByRole('button', { name: texts.dashboard.smtp.createButton }).click();
    await expectToast(page, texts.dashboard.smtp.created);
    await choose(page, 'Edit second@kauke.test');
    const form = page.getByRole('form', { name: 'Edit second@kauke.test' });
    await form.getByLabel('Alias Name').fill('renamed');
    await form.getByRole('button', { name: 'Save' }).click();
    await choose(aliasRow(page, 'renamed'), 'SMTP settings');
    const panel = page.getByRole('region', { name: 'SMTP settings of renamed@kauke.test' });
    // The old ones went with the old name.
    await see(panel, texts.dashboard.smtp.none);
  });
});

describe('an inbox that is confirmed', () => {
  it('is so in every tab', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['own-inbox']);
    const profile = await openTab('/settings/sign-in');
    await see(section(profile, 'Profile'), 'Not confirmed yet');
    const targets = await openTab('/settings/inboxes');
    await see(section(targets, 'Targets'), 'Waiting for confirmation');
    await page.bringToFront();
    await page.goto('/inbox');
    await openConfirmationLink(page, await openMessage(page, visits.now.email));
    await page.getByRole('button', { name: 'Confirm this inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox confirmed' }).waitFor();
    await see(section(profile, 'Profile'), 'Confirmed');
    await see(section(targets, 'Targets'), 'Confirmed');
  });
});

describe('a check of the session that comes late', () => {
  it('does not sign out who signed in meanwhile', async () => {
    const page = await begin();
    await visits.now.context.clearCookies();
    const released = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const nobody: SessionResponse = { user: null };
    await page.route('**/api/auth/session', async (route) => {
      asked.resolve();
      await released.promise;
      // A check that was called off takes no answer.
      await route.fulfill({ json: nobody }).catch(() => undefined);
    });
    await page.goto('/auth');
    await asked.promise;
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(visits.now.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, texts.toasts.signedIn);
    released.resolve();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
    expect(await page.getByRole('button', { name: 'Log out' }).count()).toBe(1);
  });
});
