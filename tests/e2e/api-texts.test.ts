import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installFakeWallet } from '#support/fake-wallet.ts';
import { useVisits } from './begin-visits.ts';
import { expectToast } from './open-page.ts';
import { aliasRow, choose } from './story.ts';
import { texts } from './texts.ts';
import { handleNext, see, seedAliases } from './visit.ts';

const visits = useVisits();
const { begin } = visits;

/** The server gets the next call of a path without its body's fields: no form of ours would send that. */
function emptyNext(page: Page, path: string, method: string): Promise<void> {
  return handleNext(page, path, method, (route) => route.continue({ postData: {} }));
}

describe('a text that only the server can cause', () => {
  it('is shown of an alias and its SMTP credentials', async () => {
    const page = await begin();
    await seedAliases(visits.now, ['shoes']);
    await page.goto('/dashboard');
    const row = aliasRow(page, 'shoes');
    await choose(row, 'SMTP settings');
    await emptyNext(page, '**/api/smtp-credentials', 'POST');
    await page.getByRole('button', { name: texts.dashboard.smtp.createButton }).click();
    await expectToast(page, ['Error', 'Alias ID is required']);

    await choose(row, 'Edit');
    await page.getByRole('form', { name: 'Edit' }).getByLabel('Notes').fill('kept');
    await emptyNext(page, '**/api/aliases/*', 'PUT');
    await page.keyboard.press('Enter');
    await see(page, 'At least one field (alias, forwardTo, active, notes, or lastForwardTo) must be provided');
    expect(await page.getByRole('form', { name: 'Edit' }).getByLabel('Notes').inputValue()).toBe('kept');
  });

  it('is shown of a wallet', async () => {
    const page = await begin();
    await visits.now.context.clearCookies();
    await installFakeWallet(visits.now.context);
    await page.goto('/auth');
    await emptyNext(page, '**/api/auth/wallet', 'POST');
    await page.getByRole('button', { name: texts.auth.wallet }).click();
    await expectToast(page, ['Connection Failed', 'Wallet address is required']);
  });
});
