import { generateKey } from 'openpgp';
import type { Page } from 'playwright-core';
import { withDomains, type DomainCommandContext } from '#cli/database.ts';
import { withOperator } from '#cli/operator/with-operator.ts';
import { countMailReports } from '#support/count-mail-report.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { seedAliases, type Visit } from '../../tests/e2e/visit.ts';
import { chooseForDomain } from '../../tests/e2e/story.ts';
import type { Take } from './camera.ts';

/** What an account lends to others: keys of inboxes, passwords of mail programs, and what is reported of its domain. */

async function takeInboxKey({ page, email }: Visit, take: Take): Promise<void> {
  await page.goto('/settings/inboxes');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByRole('button', { name: `Details of ${email}` }).click();
  const field = row.getByLabel('Public key or certificate');
  await field.waitFor();
  await take(page, 'inbox-key-none');
  const { publicKey, privateKey } = await generateKey({ userIDs: [{ email }], date: new Date(Date.now() - 60_000) });
  await field.fill(privateKey);
  await row.getByRole('button', { name: 'Check the key' }).click();
  await row.getByRole('alert').filter({ hasText: 'This is a private key.' }).waitFor();
  await take(page, 'inbox-key-private');
  await field.fill(publicKey);
  await row.getByRole('button', { name: 'Check the key' }).click();
  await row.getByText('Compare the fingerprint').waitFor();
  await row.getByRole('switch', { name: 'Hide the subject, too' }).click();
  await take(page, 'inbox-key-looked-at');
  await row.getByRole('button', { name: 'Use this key' }).click();
  await row.getByText('Encrypted', { exact: true }).waitFor();
  await take(page, 'inbox-key-used');
}

async function takePrograms(page: Page, take: Take): Promise<void> {
  await page.goto('/settings/api-keys');
  const section = page.getByRole('region', { name: 'Mail programs', exact: true });
  await section.getByLabel('Sends as').waitFor();
  await take(page, 'mail-programs-none');
  await section.getByRole('button', { name: 'Make a password' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new password' });
  await shown.waitFor();
  await take(page, 'mail-programs-shown');
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await section.getByRole('button', { name: 'Delete the password for: All aliases' }).waitFor();
  await take(page, 'mail-programs');
  await section.getByRole('button', { name: 'Apple devices: All aliases' }).click();
  const apple = page.getByRole('dialog', { name: 'Set up iPhone, iPad or Mac' });
  await apple.waitFor();
  await take(page, 'mail-programs-apple');
  await apple.getByLabel('User name').fill('');
  await apple.getByRole('button', { name: 'Save profile' }).click();
  await apple.getByRole('alert').first().waitFor();
  await take(page, 'mail-programs-apple-faults');
  await page.keyboard.press('Escape');
  await section.getByRole('button', { name: 'Delete the password for: All aliases' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'mail-programs-delete');
  await page.keyboard.press('Escape');
}

async function takeReports(page: Page, command: DomainCommandContext, take: Take): Promise<void> {
  await page.goto('/settings/domains');
  const reports = page.getByRole('group', { name: 'Reports of lent.example' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Hide records of lent.example' }).click();
    await chooseForDomain(page, 'lent.example', 'Reports of lent.example');
    await reports.waitFor();
  };
  await open();
  await take(page, 'domain-reports-empty');
  await withOperator(command, (context) => countMailReports(context, 'lent.example'));
  await page.reload();
  await open();
  await reports.getByRole('table').first().waitFor();
  await take(page, 'domain-reports');
}

/** Takes all of it, in an account of its own. */
export async function visitKeys(visit: Visit, command: DomainCommandContext, take: Take): Promise<void> {
  await withDomains(command, (core) => addOwnDomain(core, { userId: visit.userId, name: 'lent.example' }));
  await seedAliases(visit, ['lent']);
  await takeInboxKey(visit, take);
  await takePrograms(visit.page, take);
  await takeReports(visit.page, command, take);
}
