import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useVisits } from './begin-visits.ts';
import { expectAccessible, expectToast } from './open-page.ts';
import { seedAliases } from './visit.ts';

const visits = useVisits();

async function openKeys(page: Page): Promise<Locator> {
  await page.goto('/settings/api-keys');
  const section = page.getByRole('region', { name: 'API keys', exact: true });
  await section.getByRole('button', { name: 'Create a key' }).waitFor();
  return section;
}

/** As a password manager would, from nowhere near the page. */
async function makeAlias(key: string): Promise<{ status: number; recipients: string[] }> {
  const response = await fetch(`${visits.webUrl}/api/v1/aliases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'kauke.test', description: 'Website: shop.example' }),
  });
  const { data } = (await response.json()) as { data?: { recipients: { email: string }[] } };
  return { status: response.status, recipients: data?.recipients.map(({ email }) => email) ?? [] };
}

it('an API key is made, shown once, used by a program and revoked', async () => {
  const page = await visits.begin();
  const section = await openKeys(page);
  await section.getByRole('button', { name: 'Create a key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await form.getByText('Name is required').waitFor();
  await form.getByLabel('Name').fill('Bitwarden');
  await form.getByLabel('Expires after').selectOption('A year');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click();

  const shown = page.getByRole('dialog', { name: 'Your new API key' });
  await shown.waitFor();
  const [key = '', url = ''] = await shown.locator('code').allTextContents();
  expect(key).toMatch(/^kauke[0-9A-Za-z]{43}$/);
  expect(url).toBe(visits.webUrl);
  await shown.getByRole('button', { name: 'Copy API key' }).click();
  await expectToast(page, 'Copied!');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await section.getByText('never used', { exact: false }).waitFor();
  expect(await page.content()).not.toContain(key);

  expect(await makeAlias(key)).toEqual({ status: 201, recipients: [visits.now.email] });
  await openKeys(page);
  await section.getByText('last used', { exact: false }).waitFor();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Revoke Bitwarden' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'API key revoked');
  await section.getByText('Bitwarden', { exact: true }).waitFor({ state: 'detached' });
  expect(await makeAlias(key)).toMatchObject({ status: 401 });
});

it('the default target serves the aliases that programs make', async () => {
  const page = await visits.begin({ phone: true, dark: true });
  await seedAliases(visits.now, ['two-targets'], `${visits.now.email}, spare@example.com`);
  const { apiKey } = await visits.now.call<{ apiKey: { key: string } }>('POST', '/api/api-keys', { name: 'Script' });
  const section = await openKeys(page);
  await section.getByLabel('Default target').selectOption('spare@example.com');
  await expectToast(page, 'Default target saved');
  expect(await makeAlias(apiKey.key)).toEqual({ status: 201, recipients: ['spare@example.com'] });
  await openKeys(page);
  expect(await section.getByLabel('Default target').locator('option:checked').textContent()).toBe('spare@example.com');
  await section.getByLabel('Default target').selectOption('My own email');
  await expect.poll(async () => (await makeAlias(apiKey.key)).recipients).toEqual([visits.now.email]);
  await expectAccessible(page);
});
