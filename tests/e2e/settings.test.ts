import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installFakeWallet } from '#support/fake-wallet.ts';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { openSettings } from './story.ts';
import { askWhoIsThere, password, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

describe('the settings', () => {
  it('show who is there and change the password', async () => {
    const page = await begin();
    await openSettings(page, '/settings/sign-in');
    await section(page, 'Profile').getByText(visits.now.email).waitFor();
    await section(page, 'Profile').getByText('Not confirmed yet').waitFor();
    await section(page, 'Sign-in methods').getByText('Your only way in').waitFor();
    await expectAccessible(page);
    await section(page, 'Sign-in methods').getByRole('button', { name: 'Link a wallet' }).click();
    await expectToast(page, ['Connection Failed', 'install a Solana wallet']);

    const form = section(page, 'Password');
    await form.getByLabel('Current password', { exact: true }).fill('wrong');
    await form.getByLabel('New password', { exact: true }).fill('short');
    await form.getByRole('button', { name: 'Change password' }).click();
    await form.getByText('Password must be at least 8 characters').waitFor();
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByLabel('New password', { exact: true }).fill('Password2026');
    await form.getByRole('button', { name: 'Change password' }).click();
    await form.getByText('Many people use this password').waitFor();
    await form.getByLabel('Current password', { exact: true }).fill('wrong');
    await form.getByLabel('New password', { exact: true }).fill('another good one');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Validation Error');
    await form.getByText('This is not your current password').waitFor();
    expect(await form.getByLabel('New password', { exact: true }).inputValue()).toBe('another good one');
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Password changed');
  });

  it('add a wallet as a way in and then take the password away', async () => {
    const page = await begin({ dark: true });
    const wallet = await installFakeWallet(visits.now.context);
    await openSettings(page, '/settings/sign-in');
    const methods = section(page, 'Sign-in methods');
    await methods.getByRole('button', { name: 'Link a wallet' }).click();
    await expectToast(page, 'Sign-in method added');
    await section(page, 'Profile').getByText(wallet.address).waitFor();

    await askWhoIsThere(page, '**/api/account/methods/email', 'DELETE');
    await methods.getByRole('button', { name: 'Remove Email and password' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Confirm with your wallet' }).click();
    await expectToast(page, 'Sign-in method removed');
    await methods.getByText('Your only way in').waitFor();
    expect(await section(page, 'Password').count()).toBe(0);
    await methods.getByRole('button', { name: 'Add a password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in by email, too' });
    await dialog.getByLabel('Email').fill('back@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add password' }).click();
    await section(page, 'Profile').getByText('back@example.com').waitFor();
  });

  it('turn a second factor on and off, after a question who is there', async () => {
    const page = await begin({ phone: true, dark: true });
    await openSettings(page, '/settings/security');
    await askWhoIsThere(page, '**/api/account/second-factor', 'POST');
    await section(page, 'Second factor').getByRole('button', { name: 'Set up' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password', { exact: true }).fill('wrong');
    await question.getByRole('button', { name: 'Confirm', exact: true }).click();
    await question.getByText('Invalid password').waitFor();
    await expectAccessible(page);
    await question.getByLabel('Password', { exact: true }).fill(password);
    await question.getByRole('button', { name: 'Confirm', exact: true }).click();

    const setUp = page.getByRole('dialog', { name: 'Set up your authenticator app' });
    await setUp.getByRole('img', { name: 'QR code' }).waitFor();
    await expectAccessible(page);
    const secret = (await setUp.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await setUp.getByRole('textbox', { name: 'Code' }).fill(app.generate());
    await setUp.getByRole('button', { name: 'Turn on' }).click();

    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 4);
    expect(await codes.getByRole('listitem').count()).toBe(10);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      codes.getByRole('button', { name: 'Download' }).click(),
    ]);
    const kept = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(kept).toEqual(await codes.getByRole('listitem').allTextContents());
    await expectAccessible(page);
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await section(page, 'Second factor').getByText('10 recovery codes left.').waitFor();

    await section(page, 'Second factor').getByRole('button', { name: 'Turn off' }).click();
    const turnOff = page.getByRole('dialog', { name: 'Turn off the second factor?' });
    await turnOff.getByRole('textbox', { name: 'Code' }).fill(kept[0] ?? '');
    await turnOff.getByRole('button', { name: 'Turn off' }).click();
    await section(page, 'Second factor').getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('end other sessions and look after targets', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['one-target']);
    await seedAliases(visits.now, ['two-targets'], `${visits.now.email}, spare@example.com`);
    const elsewhere = await visits.browser.newContext({ baseURL: visits.webUrl });
    const signIn = { headers: { origin: visits.webUrl }, data: { email: visits.now.email, password } };
    await elsewhere.request.post('/api/auth/login', signIn);
    await openSettings(page, '/settings/security');

    const sessions = section(page, 'Sessions');
    expect(await sessions.getByRole('listitem').count()).toBe(2);
    await sessions.getByRole('button', { name: /^End (?!all)/ }).click();
    await expectToast(page, 'Session ended');
    await sessions.getByRole('button', { name: /^End (?!all)/ }).waitFor({ state: 'detached' });
    expect(await (await elsewhere.request.get('/api/auth/session')).json()).toEqual({ user: null });
    await elsewhere.close();

    await openSettings(page, '/settings/inboxes');
    const targets = section(page, 'Targets');
    await targets.getByRole('button', { name: `Send again: ${visits.now.email}` }).click();
    await expectToast(page, 'Confirmation mail sent');
    await targets.getByRole('button', { name: `Remove ${visits.now.email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, ['Not Changed', 'one-target@kauke.test']);
    await targets.getByRole('button', { name: 'Remove spare@example.com' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Target removed');
    await targets.getByText('spare@example.com').waitFor({ state: 'detached' });
    expect(await targets.getByRole('listitem').count()).toBe(1);
  });

  it('export everything, and import a file after showing what would happen', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['exported']);
    await openSettings(page, '/settings/data');
    const save = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        section(page, 'Export').getByRole('button', { name }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    expect(JSON.parse(await save('Everything as JSON'))).toMatchObject({ aliases: [{ alias: 'exported' }] });
    const csv = await save('Aliases as CSV');
    expect(csv).toContain('"exported","kauke.test"');

    const [header = ''] = csv.split('\r\n');
    const rows = ['imported,kauke.test,,From a file,true', 'admin,kauke.test,,,true'].map(
      (row) => row + ','.repeat(header.split(',').length - 5),
    );
    const file = [csv.trimEnd(), ...rows, ''].join('\r\n');
    const form = section(page, 'Import');
    const check = async (text: string): Promise<void> => {
      const upload = { name: 'aliases.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await form.getByLabel('CSV file').setInputFiles(upload);
      await form.getByRole('button', { name: 'Check the file' }).click();
    };
    await check(`${csv}"never closed`);
    await expectToast(page, ['Import Failed', 'begins a quoted field that never ends']);
    await check(file);
    await form.getByText('1 would be created, 2 skipped.').waitFor();
    await form.getByText('Already yours').waitFor();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Import 1 alias' }).click();
    await form.getByText('1 created, 2 skipped.').waitFor();
    await page.getByRole('button', { name: `Account: Signed in by email ${visits.now.email}` }).waitFor();
    await page.goto('/dashboard');
    await page.getByText('Showing 1-2 of 2 aliases').waitFor();
  });
});
