import type { Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { settingsPages } from '#contract/pages.ts';
import { installFakeWallet } from '#support/fake-wallet.ts';
import { makePicture } from '#support/pictures.ts';
import { openSettings } from '../../tests/e2e/story.ts';
import type { Take } from './camera.ts';

const password = 'correct horse battery';

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[role="dialog"], [role="alertdialog"]').waitFor({ state: 'detached' });
}

async function takeSecondFactor(page: Page, take: Take): Promise<void> {
  const refusal = { status: 403, json: { message: 'Please confirm', code: 'confirm_identity' } };
  await page.route('**/api/account/second-factor', (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole('button', { name: 'Set up' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.waitFor();
  await take(page, 'settings-confirm-identity');
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up your authenticator app' });
  await setUp.getByRole('img', { name: 'QR code' }).waitFor();
  await take(page, 'settings-second-factor');
  const secret = (await setUp.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await setUp.getByRole('textbox', { name: 'Code' }).fill(code);
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  await take(page, 'settings-recovery-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'settings-second-factor-off');
  await closeDialog(page);
}

async function takeApiKeys(page: Page, take: Take): Promise<void> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Name').fill('Bitwarden on my phone');
  await form.getByLabel('Expires after').selectOption('A year');
  await take(page, 'settings-create-key');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your new API key' }).waitFor();
  await take(page, 'settings-new-key');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Revoke Bitwarden on my phone' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'settings-revoke-key');
  await closeDialog(page);
  await take(page, 'settings-api-keys');
}

async function takeImport(page: Page, take: Take): Promise<void> {
  const rows = [
    'alias,domain,forward_to,notes,active,created_at',
    'imported,kauke.test,,From a file,true,',
    'admin,kauke.test,,,true,',
  ];
  const buffer = Buffer.from(`${rows.join('\r\n')}\r\n`);
  await page.getByLabel('CSV file').setInputFiles({ name: 'aliases.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('would be created').waitFor();
  await take(page, 'settings-import');
}

/** What opens beneath an inbox, and where another address is asked for. */
async function takeInboxes(page: Page, take: Take): Promise<void> {
  await page.getByRole('button', { name: 'Details of ruta@example.com' }).click();
  await page.getByRole('checkbox').or(page.getByRole('switch')).first().waitFor();
  await take(page, 'settings-inbox-details');
  await page.getByRole('button', { name: 'Change address: ruta@example.com' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the address of ruta@example.com' });
  await dialog.getByLabel('New address').fill('nobody');
  await dialog.getByRole('button', { name: 'Ask the new inbox' }).click();
  await dialog.getByRole('textbox', { description: /./ }).waitFor();
  await take(page, 'settings-change-address');
  await closeDialog(page);
}

/** With a picture of its own, and a file that is none. */
async function takePicture(page: Page, take: Take): Promise<void> {
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const choose = async (name: string, buffer: Buffer): Promise<void> => {
    await profile.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
  };
  await choose('me.png', makePicture({ width: 600, height: 400 }));
  await profile.getByRole('img', { name: 'Your picture' }).waitFor();
  await take(page, 'settings-picture');
  await choose('letter.png', Buffer.from('no picture'));
  await profile.getByRole('alert').waitFor();
  await take(page, 'settings-picture-unreadable');
  await profile.getByRole('button', { name: 'Remove the picture' }).click();
  await profile.getByRole('img', { name: 'Your picture' }).waitFor({ state: 'detached' });
}

/** The settings with each of their dialogs. */
export async function visitSettings(page: Page, take: Take): Promise<void> {
  await installFakeWallet(page.context());
  for (const path of settingsPages) {
    await openSettings(page, path);
    await take(page, path.slice(1).replace('/', '-'));
  }
  await openSettings(page, '/settings/inboxes');
  await takeInboxes(page, take);
  await page.getByRole('button', { name: /^Remove work\.account/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'settings-remove-target');
  await closeDialog(page);
  await openSettings(page, '/settings/sign-in');
  await takePicture(page, take);
  await page.getByRole('button', { name: 'Link a wallet' }).click();
  await page.getByText('Sign-in method added', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Remove Email and password' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'settings-remove-method');
  await closeDialog(page);
  await openSettings(page, '/settings/api-keys');
  await takeApiKeys(page, take);
  await openSettings(page, '/settings/data');
  await takeImport(page, take);
  await openSettings(page, '/settings/security');
  await takeSecondFactor(page, take);
}

/** The details of `url`, a webhook among the targets. */
export async function visitWebhook(page: Page, url: string, take: Take): Promise<void> {
  await openSettings(page, '/settings/inboxes');
  const row = page.getByRole('region', { name: 'Targets' }).getByRole('listitem').filter({ hasText: url });
  await row.getByRole('button', { name: `Details of ${url}` }).click();
  await row.getByRole('button', { name: 'Show secret' }).click();
  await row.getByText('whsec_', { exact: false }).waitFor();
  await take(page, 'settings-webhook');
}
