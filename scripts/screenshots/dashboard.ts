import type { Page } from 'playwright-core';
import { choose, createAlias, openForm } from '../../tests/e2e/story.ts';
import type { Take } from './camera.ts';

const nextAttemptAt = '2026-11-21T14:05:00.000Z';

/** What is shown before and instead of the list. */
export async function takeWaits(page: Page, take: Take): Promise<void> {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/session', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByText('Loading...').waitFor();
  await take(page, 'dashboard-loading');
  await page.route('**/api/aliases/*', (route) => route.abort());
  answer();
  await page.getByText('Your aliases could not be loaded.').waitFor();
  await take(page, 'dashboard-not-loaded');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/dashboard');
  await page.getByText('No aliases yet').waitFor();
  await page.getByText('0 of 4 done').waitFor();
  await take(page, 'dashboard-empty');
}

/** An inbox whose server did not take the mail, another one to be put in its place, and the first steps folded. */
export async function takeFirstSteps(page: Page, take: Take): Promise<void> {
  const looks = { from: 'postmaster@kauke.test', subject: 'Confirm this inbox' };
  await page.route('**/api/account/first-steps', async (route) => {
    const answer = (await (await route.fetch()).json()) as { firstSteps: { waiting: { mail: string }[] } };
    const waiting = answer.firstSteps.waiting.map((inbox) => ({ ...inbox, mail: 'refused' }));
    await route.fulfill({ json: { firstSteps: { ...answer.firstSteps, waiting, look: looks } } });
  });
  await page.goto('/dashboard');
  await page.getByText('Its mail server refused the mail.').first().waitFor();
  await take(page, 'dashboard-first-steps-folded');
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await page
    .getByRole('button', { name: /^Other inbox than/ })
    .first()
    .click();
  await take(page, 'dashboard-first-steps');
  await page.unrouteAll({ behavior: 'wait' });
}

async function takeForm(page: Page, take: Take): Promise<void> {
  await openForm(page);
  await page.getByLabel('Alias Name').fill('no spaces');
  await page.getByLabel('Forward To').fill('not-an-address, ruta@example.com https://hooks.example.com/mail ');
  await page.getByLabel('Notes').fill('x'.repeat(120));
  await page.getByRole('button', { name: 'Create Alias' }).click();
  await take(page, 'dashboard-form-errors');
  await page.reload();
  await openForm(page);
  await page.getByLabel('Alias Name').fill('admin');
  await page.getByRole('button', { name: 'Use my email' }).click();
  await page.getByRole('button', { name: 'Create Alias' }).click();
  await page.getByText('Alias Not Allowed', { exact: true }).waitFor();
  await take(page, 'dashboard-reserved');
}

async function takeSmtp(page: Page, take: Take): Promise<void> {
  await choose(page, 'SMTP settings of sneakers@kauke.test');
  await page.getByText('Send emails directly from this alias').waitFor();
  await page.getByRole('switch').last().click();
  await choose(page, 'Edit sunday-read@kauke.test');
  await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  await take(page, 'dashboard-open');
  await page.getByRole('button', { name: 'Create SMTP' }).click();
  await page.getByRole('timer').waitFor();
  await take(page, 'dashboard-smtp');
  await page.getByRole('button', { name: 'Regenerate password' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-smtp-regenerate');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete credentials' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-smtp-delete');
  await page.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function takeContacts(page: Page, take: Take): Promise<void> {
  const name = 'Contacts and mail handling of sneakers@kauke.test';
  await choose(page, name);
  await page.getByRole('switch', { name: 'Transparent mode' }).waitFor();
  await take(page, 'dashboard-contacts');
  await page.getByLabel('Their email address').fill('orders@shop.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Block orders@shop.example' }).waitFor();
  await take(page, 'dashboard-contact');
  await choose(page, name);
}

async function takeDialogs(page: Page, take: Take): Promise<void> {
  await choose(page, 'Delete sneakers@kauke.test');
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-delete-dialog');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-delete-account');
  await page.getByLabel('Type DELETE').fill('delete');
  await take(page, 'dashboard-delete-account-typed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'dashboard-shortcuts');
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search aliases...').fill('nowhere');
  await page.getByText('No aliases found').waitFor();
  await take(page, 'dashboard-no-match');
}

async function takeBin(page: Page, take: Take): Promise<void> {
  await choose(page, 'Delete old-forum@kauke.test');
  await page.getByRole('button', { name: 'Delete alias' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await take(page, 'dashboard-undo');
  await page.getByRole('button', { name: 'Bin' }).click();
  await page.getByRole('button', { name: 'Restore old-forum@kauke.test' }).waitFor();
  await take(page, 'dashboard-bin');
  await page.getByRole('button', { name: 'Delete for good: old-forum@kauke.test' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'dashboard-bin-forget');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Back to your aliases' }).click();
}

/** The list in all its states. `seed` makes more aliases than a page holds. */
export async function visitDashboard(page: Page, email: string, seed: () => Promise<string[]>, take: Take) {
  await takeForm(page, take);
  const [aliasId] = await seed();
  await page.reload();
  await createAlias(page, { alias: 'old-forum', forwardTo: email });
  const both = `${email}, work.account.with.long.name@subdomain.example.org`;
  await createAlias(page, { alias: 'sunday-read', forwardTo: both, notes: 'The long weekend newsletter' });
  await createAlias(page, { alias: 'sneakers', forwardTo: email, notes: 'Running shoes, spring order and more' });
  await take(page, 'dashboard-created');
  const deliveries = [{ aliasId, waiting: 2, failing: 1, nextAttemptAt }];
  await page.route('**/api/deliveries', (route) => route.fulfill({ json: { deliveries } }));
  await page.reload();
  await page.getByRole('button', { name: 'Actions of sneakers@kauke.test' }).waitFor();
  await take(page, 'dashboard');
  await takeSmtp(page, take);
  await takeContacts(page, take);
  await takeBin(page, take);
  await takeDialogs(page, take);
}

/** The session ends behind the reader's back. */
export async function loseSession(page: Page, take: Take): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('switch').first().waitFor();
  await page.context().clearCookies();
  await page.getByRole('switch').first().click();
  await page.getByText('Authentication Required', { exact: true }).waitFor();
  await take(page, 'dashboard-session-lost');
}
